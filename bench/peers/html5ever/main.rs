// SPDX-License-Identifier: MIT
// html5ever-links [tokens] LIST: lists the values of href and src in pages with html5ever, by its tree or its tokeniser. Prints the
// processor time, their number, and a name.
use std::{cell::Cell, fs};

use html5ever::tendril::{ByteTendril, StrTendril, TendrilSink};
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};
use html5ever::{parse_document, Attribute};
use markup5ever_rcdom::{NodeData, RcDom};

fn count(attributes: &[Attribute]) -> usize {
    attributes.iter().filter(|one| matches!(&*one.name.local, "href" | "src")).count()
}

struct Counter(Cell<usize>);

impl TokenSink for Counter {
    type Handle = ();
    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        if let Token::TagToken(tag) = token {
            if tag.kind == TagKind::StartTag {
                self.0.set(self.0.get() + count(&tag.attrs));
            }
        }
        TokenSinkResult::Continue
    }
}

fn tokens(page: &[u8]) -> usize {
    let tokenizer = Tokenizer::new(Counter(Cell::new(0)), Default::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(&String::from_utf8_lossy(page)));
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    tokenizer.sink.0.get()
}

fn tree(page: &[u8]) -> usize {
    let dom = parse_document(RcDom::default(), Default::default()).from_utf8().one(ByteTendril::from_slice(page));
    let (mut nodes, mut found) = (vec![dom.document.clone()], 0);
    while let Some(node) = nodes.pop() {
        if let NodeData::Element { attrs, .. } = &node.data {
            found += count(&attrs.borrow());
        }
        nodes.extend(node.children.borrow().iter().cloned());
    }
    found
}

extern "C" {
    fn clock() -> std::ffi::c_long; // microseconds (POSIX)
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (by, name): (fn(&[u8]) -> usize, _) = if arguments[1] == "tokens" { (tokens, "tokeniser") } else { (tree, "tree") };
    let list = fs::read_to_string(arguments.last().unwrap()).unwrap();
    let pages: Vec<Vec<u8>> = list.lines().map(|path| fs::read(path).unwrap()).collect();
    let begin = unsafe { clock() };
    let found: usize = pages.iter().map(|page| by(page)).sum();
    println!("{} {} html5ever 0.29, {}", (unsafe { clock() } - begin) as f64 / 1e6, found, name);
}
