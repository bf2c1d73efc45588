import NotificationContent

/// What a test does with the preview page, and what it sees there.
struct PreviewDriver {
    let browser: Browser

    /// Puts a payload into the page, has it shown, and waits for the end of that.
    func show(_ payload: String) async throws -> String {
        var writer = JSONWriter()
        writer.value(payload)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        return try await browser.evaluate(
            """
            new Promise(function (done) {
                var root = document.documentElement, before = root.getAttribute("data-turn");
                new MutationObserver(function (changes, observer) {
                    if (root.getAttribute("data-turn") === before) { return; }
                    observer.disconnect();
                    done(root.getAttribute("data-state"));
                }).observe(root, { attributes: true });
                document.getElementById("payload").value = \(text);
                document.getElementById("ask").click();
            })
            """)
    }

    /// What is drawn, over all systems that the page offers: a JSON document.
    func drawn() async throws -> JSONView {
        let text = try await browser.evaluate(
            """
            (async function () {
                function all(selector, of) {
                    return Array.from(new Set(Array.from(document.querySelectorAll(selector)).map(of)));
                }
                function text(node) { return node.textContent; }
                var found = { title: [], subtitle: [], body: [], attachments: [], blank: 0, frames: 0 };
                for (var input of document.querySelectorAll("input[name=system]")) {
                    if (input.parentNode.hidden) { continue; }
                    input.click();
                    await Promise.all(Array.from(document.querySelectorAll("#phones img")).map(
                        function (image) { return image.decode().catch(function () {}); }));
                    ["title", "subtitle", "body"].forEach(function (name) {
                        found[name] = found[name].concat(all("#phones [data-drawn=" + name + "]", text));
                    });
                    found.attachments = found.attachments.concat(
                        all("#phones [data-drawn=attachment]", function (node) { return node.dataset.identifier; }));
                    found.actions = Array.from(document.querySelectorAll("#phones [data-drawn=action]")).map(text);
                    found.blank += Array.from(document.querySelectorAll("#phones img")).filter(
                        function (image) { return image.naturalWidth === 0; }).length;
                    found.frames += document.querySelectorAll("#phones .phone").length;
                }
                ["title", "subtitle", "body", "attachments"].forEach(function (name) {
                    found[name] = Array.from(new Set(found[name]));
                });
                ["good", "bad", "wait"].forEach(function (kind) {
                    found[kind] = Array.from(document.querySelectorAll("#verdicts [data-verdict=" + kind + "]")).map(
                        function (node) { return node.dataset.identifier; });
                });
                found.bytes = document.querySelector("#size [data-bytes]").dataset.bytes;
                found.marks = all("#received mark", function (node) { return node.dataset.source; });
                return JSON.stringify(found);
            }())
            """)
        return try JSONView(Array(text.utf8))
    }
}

extension JSONView {
    /// The texts of an array's elements, or of a member of each.
    func texts(_ steps: Step..., member: String? = nil) -> [String] {
        (0..<count(path: steps)).compactMap { index in
            self[path: steps + [.element(index)] + (member.map { [.member($0)] } ?? [])]
        }
    }
}
