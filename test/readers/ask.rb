# SPDX-License-Identifier: MIT
# Asks URI.parse of Ruby; with --version, prints its version. Requests and answers: compare.py.
require "uri"

if ARGV.any?
  puts RUBY_VERSION
  exit
end

def hex(text)
  text ? text.unpack1("H*") : "-"
end

STDIN.each_line(chomp: true) do |line|
  begin
    uri = URI.parse([line].pack("H*").force_encoding("UTF-8"))
    puts [hex(uri.scheme), hex(uri.hostname), uri.port || "-"].join("\t")
  rescue StandardError
    puts "-"
  end
end
