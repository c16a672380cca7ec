<?php
// SPDX-License-Identifier: MIT
// Asks parse_url of PHP; with --version, prints its version. Requests and answers: compare.py.
if ($argc > 1) {
    echo PHP_VERSION, "\n";
    exit;
}
while (($line = fgets(STDIN)) !== false) {
    $url = parse_url(hex2bin(rtrim($line)));
    echo $url === false ? "-" : implode("\t", [
        isset($url["scheme"]) ? bin2hex($url["scheme"]) : "-",
        isset($url["host"]) ? bin2hex($url["host"]) : "-",
        $url["port"] ?? "-"]), "\n";
}
