// SPDX-License-Identifier: MIT
// Asks the crate url; with --version, prints its version. Requests and answers: compare.py. Cargo.toml has the command that builds it.
use std::io::{self, BufRead, Write};
use url::Url;

/// The versions of crates, which cargo wrote before it compiled this file.
const LOCK: &str = include_str!("Cargo.lock");

fn version(name: &str) -> &str {
    let start = format!("name = \"{name}\"\nversion = \"");
    LOCK.split(&start).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("unknown")
}

fn hex(text: &str) -> String {
    if text.is_empty() { "-".into() } else { text.bytes().map(|byte| format!("{byte:02x}")).collect() }
}

fn bytes(line: &str) -> Vec<u8> {
    (0..line.len() / 2).filter_map(|i| u8::from_str_radix(&line[2 * i..2 * i + 2], 16).ok()).collect()
}

fn answer(text: &str) -> String {
    match Url::parse(text) {
        Ok(url) => {
            let port = url.port_or_known_default().map_or("-".into(), |port| port.to_string());
            format!("{}\t{}\t{}", hex(url.scheme()), hex(url.host_str().unwrap_or("")), port)
        }
        Err(_) => "-".into(),
    }
}

fn main() -> io::Result<()> {
    if std::env::args().len() > 1 {
        println!("{} (idna {}, icu_normalizer_data {})", version("url"), version("idna"), version("icu_normalizer_data"));
        return Ok(());
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", answer(&String::from_utf8_lossy(&bytes(&line?))))?;
    }
    out.flush()
}
