// SPDX-License-Identifier: MIT
// The elements of documents as Chromium builds them, without scripts. One headless Chromium runs for all documents; this module
// speaks the DevTools protocol with it through two pipes.
import {spawn} from "node:child_process";
import {existsSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

// Runs in the page. Returns for each document its elements in tree order: [flags, name, [[attribute, value], ...], text].
// Flags are "i" in a template and "f" outside of HTML. A mark is an attribute that `marked` in lines.mjs adds to each start tag; it is
// listed as [number, null].
const IN_PAGE = `(names, prefix) => {
  const wanted = new Set(names);
  const HTML = "http://www.w3.org/1999/xhtml";
  const row = (element, flags) => {
    const foreign = element.namespaceURI !== HTML;
    const attributes = [], marks = [];
    for (const one of element.attributes) {
      const name = one.name.toLowerCase();
      if (prefix && name.startsWith(prefix)) {
        marks.push(Number(name.slice(prefix.length)));
        attributes.push([marks.at(-1), null]);
      } else if (wanted.has(name))
        attributes.push([name, one.value]);
    }
    const name = element.localName.toLowerCase();
    let text = null;
    if (name === "style") {
      text = "";
      for (const child of element.childNodes)
        if (child.nodeType === 3 || child.nodeType === 4)
          text += child.data;
    }
    return [flags + (foreign ? "f" : ""), name, attributes, text];
  };
  const walk = (root, flags, out) => {
    const stack = [[root.firstChild, flags]];
    while (stack.length) {
      const top = stack.at(-1);
      const node = top[0];
      if (!node) {
        stack.pop();
        continue;
      }
      top[0] = node.nextSibling;
      if (node.nodeType !== 1)
        continue;
      out.push(row(node, top[1]));
      stack.push([node.firstChild, top[1]]);
      if (node.shadowRoot)
        stack.push([node.shadowRoot.firstChild, top[1]]);
      if (node.content instanceof DocumentFragment || node.content?.nodeType === 11)
        stack.push([node.content.firstChild, top[1] || "i"]);
    }
  };
  const listed = (tree) => {
    const rows = [];
    walk(tree, "", rows);
    return rows;
  };
  globalThis.urielListed = () => listed(document);
  globalThis.urielParsed = (texts, shadow) => texts.map((text) =>
    listed(shadow ? Document.parseHTMLUnsafe(text) : new DOMParser().parseFromString(text, "text/html")));
  return true;
}`;

// Returns the browser that is installed, by one of its names.
function browser() {
  const names = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"];
  const found = names.find((name) => process.env.PATH.split(":").some((folder) => existsSync(join(folder, name))));
  if (!found)
    throw new Error("there is no Chromium: run tools/setup html");
  return found;
}

export class Chromium {
  #child; #pending = new Map(); #next = 0; #left = []; #folder; #events = new Map();

  static async start(names, prefix) {
    const self = new Chromium();
    self.#folder = mkdtempSync(join(tmpdir(), "uriel-chromium-"));
    const flags = ["--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-dev-shm-usage", "--remote-debugging-pipe",
      `--user-data-dir=${self.#folder}`, "--proxy-server=127.0.0.1:9", "--js-flags=--max-old-space-size=2048"];
    if (process.getuid() === 0)
      flags.push("--no-sandbox");
    self.#child = spawn(browser(), [...flags, "about:blank"], {stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"]});
    self.#child.on("exit", () => {
      for (const {reject} of self.#pending.values())
        reject(new Error("Chromium ended"));
    });
    self.#child.stdio[4].on("data", (data) => self.#receive(data));
    self.version = (await self.send("Browser.getVersion")).product;
    self.names = names;
    self.prefix = prefix;
    await self.#open();
    return self;
  }

  #receive(data) {
    let from = 0;
    for (let end; (end = data.indexOf(0, from)) >= 0; from = end + 1) {
      const message = JSON.parse(Buffer.concat([...this.#left, data.subarray(from, end)]).toString());
      this.#left = [];
      if (message.id) {
        const {resolve, reject} = this.#pending.get(message.id);
        this.#pending.delete(message.id);
        message.error ? reject(new Error(JSON.stringify(message.error))) : resolve(message.result);
      } else
        this.#events.get(message.method)?.(message.params);
    }
    this.#left.push(data.subarray(from));
  }

  send(method, params = {}) {
    const id = ++this.#next;
    this.#child.stdio[3].write(`${JSON.stringify({id, method, params, ...this.session && {sessionId: this.session}})}\0`);
    return new Promise((resolve, reject) => this.#pending.set(id, {resolve, reject}));
  }

  async #open() {
    this.session = undefined;
    const {targetId} = await this.send("Target.createTarget", {url: "about:blank"});
    const {sessionId} = await this.send("Target.attachToTarget", {targetId, flatten: true});
    this.session = sessionId;
    this.target = targetId;
    await this.send("Page.enable");
    await this.#install();
    this.spent = 0;
  }

  async #install(contextId) {
    const {result} = await this.send("Runtime.evaluate", {expression: "globalThis", ...contextId && {contextId}});
    this.global = result.objectId;
    await this.call(IN_PAGE, [this.names, this.prefix]);
  }

  async call(declaration, values) {
    const answer = await this.send("Runtime.callFunctionOn", {objectId: this.global, functionDeclaration: `function(...all) { return (${declaration})(...all); }`,
      arguments: values.map((value) => ({value})), returnByValue: true});
    if (answer.exceptionDetails)
      throw new Error(JSON.stringify(answer.exceptionDetails));
    return answer.result.value;
  }

  // Parses with DOMParser, or with declarative shadow roots. A new tab for every 200 MB bounds the memory.
  async parse(texts, shadow = false) {
    this.spent += texts.reduce((sum, text) => sum + text.length, 0);
    if (this.spent > 2e8) {
      const old = this.target;
      await this.#open();
      this.spent = 0;
      const session = this.session;
      this.session = undefined;
      await this.send("Target.closeTarget", {targetId: old});
      this.session = session;
    }
    return this.call("(texts, shadow) => urielParsed(texts, shadow)", [texts, shadow]);
  }

  // Loads a page with scripts disabled, as a reader of the web would; lists its document from an isolated world.
  async navigate(url) {
    await this.send("Emulation.setScriptExecutionDisabled", {value: true});
    const loaded = new Promise((resolve) => this.#events.set("Page.domContentEventFired", resolve));
    const {frameId, errorText} = await this.send("Page.navigate", {url});
    if (errorText)
      throw new Error(`${url}: ${errorText}`);
    await loaded;
    const {executionContextId} = await this.send("Page.createIsolatedWorld", {frameId});
    await this.#install(executionContextId);
    return this.call("() => urielListed()", []);
  }

  async stop() {
    this.session = undefined;
    const ended = new Promise((resolve) => this.#child.on("exit", resolve));
    await this.send("Browser.close").catch(() => {});
    await ended;
    rmSync(this.#folder, {recursive: true, force: true, maxRetries: 5});
  }
}
