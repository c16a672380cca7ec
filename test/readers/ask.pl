# SPDX-License-Identifier: MIT
# Asks URI->new of Perl's URI; with --version, prints its version. Requests and answers: compare.py.
use strict;
use warnings;
use URI;

sub hex_of { my ($text) = @_; defined $text ? unpack("H*", $text) : "-" }

sub answer {
    my ($text) = @_;
    my $given = eval {
        my $uri = URI->new($text);
        my $host = $uri->can("host") ? $uri->host : undef;
        my $port = $uri->can("port") ? $uri->port : undef;
        join("\t", hex_of($uri->scheme), hex_of($host), $port // "-");
    };
    return $given // "-";
}

# URI loads the class of a scheme once: an error of its name is not an error the second time. Long names are asked in a process of
# their own.
sub answer_apart {
    my ($text) = @_;
    my $pid = open(my $from, "-|") // die "fork: $!";
    if (!$pid) {
        syswrite(STDOUT, answer($text));
        require POSIX;
        POSIX::_exit(0);
    }
    local $/;
    return <$from>;
}

if (@ARGV) {
    print "$URI::VERSION\n";
    exit;
}
while (my $line = <STDIN>) {
    chomp $line;
    my $text = pack("H*", $line);
    print $text =~ /[A-Za-z0-9+.-]{100}/ && $text =~ /^[\s<"]*(?:URL:)?"?[\w+.-]+:[\w-]*/ && $& =~ /.{100}/s ? answer_apart($text) : answer($text), "\n";
}
