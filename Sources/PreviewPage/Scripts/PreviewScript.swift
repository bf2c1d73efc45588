/// The script's last part: the page's controls, and its one question to the daemon.
enum PreviewScript {
    static let text = #"""
        var setup = readData("setup"), current = null, turn = 0;

        function context() {
            var embedded = {};
            (setup.media || []).forEach(function (one) { embedded[one.href] = one.data; });
            return { url: function (attachment) {
                if (setup.mode === "daemon") {
                    return /^\/v1\/blobs\/[0-9a-f]{64}\.[a-z0-9]+$/.test(attachment.href) ? attachment.href : null;
                }
                return own(embedded, attachment.href) || null;
            } };
        }

        function chosen(name) {
            var input = document.querySelector("input[name=" + name + "]:checked");
            return input ? input.value : null;
        }

        function drawPhones() {
            if (!current) { return; }
            replace(byId("phones"), phonesView(current.descriptor, chosen("system") || "ios", chosen("look") || "light",
                context()));
        }

        function choose(name, value) {
            var input = document.querySelector("input[name=" + name + "][value=" + value + "]");
            if (input) { input.checked = true; }
        }

        /* Everything about one answer. `text` is the descriptor as it came. */
        function show(payload, text, milliseconds) {
            var descriptor = JSON.parse(text), delivered = memberText(text, "payload") || "";
            var media = [];
            (descriptor.content.attachments || []).concat(descriptor.prepared || []).forEach(function (one) {
                media.push({ source: one.source, label: "will show: " + one.identifier, kind: "good" });
            });
            (descriptor.failures || []).forEach(function (one) {
                media.push({ source: one.source, label: "will not show: " + one.reason, kind: "bad" });
            });
            (descriptor.references || []).forEach(function (one) {
                media.push({ source: one.source, label: "not fetched", kind: "wait" });
            });
            current = { descriptor: descriptor };
            var available = systemsOf(descriptor).map(function (one) { return one.id; });
            systems.forEach(function (one) { byId("system-" + one.id).hidden = available.indexOf(one.id) < 0; });
            choose("system", likeliest(descriptor));
            drawPhones();
            var cards = verdictCards(descriptor, setup), remarks = remarkList(descriptor, setup);
            replace(byId("verdicts"), cards);
            replace(byId("remarks"), remarks);
            byId("remarks").hidden = remarks.length === 0;
            replace(byId("summary"), summaryOf(descriptor) + " Read as " + descriptor.dialect + "."
                + (milliseconds === null ? "" : " Answered in " + time(milliseconds) + "."));
            replace(byId("received"), laidOut(payload, media));
            var changed = (descriptor.content.attachments || []).concat(descriptor.prepared || []).filter(
                function (one) { return one.href && delivered.indexOf(one.href) >= 0; });
            var bases = [];
            changed.forEach(function (one) {
                var at = delivered.indexOf(one.href), from = delivered.lastIndexOf("http", at);
                if (from >= 0) {
                    bases.push({ source: delivered.slice(from, at + one.href.length).replace(/\\\//g, "/"),
                        label: "now yours: " + one.identifier, kind: "good" });
                }
            });
            replace(byId("delivered"), laidOut(delivered, bases.concat(media)));
            replace(byId("size"), meter(bytesOf(delivered), setup));
            byId("result").hidden = false;
        }

        function tell(words, kind) {
            byId("state").className = "state " + (kind || "");
            replace(byId("state"), words);
        }

        function settle(state) {
            turn += 1;
            document.documentElement.setAttribute("data-state", state);
            document.documentElement.setAttribute("data-turn", turn);
        }

        function problemWords(status, text, field) {
            var problem = null;
            try { problem = JSON.parse(text); } catch (error) { problem = null; }
            var words = (problem && problem.detail) || "The daemon answered with status " + status + ".";
            if (problem && typeof problem.offset === "number") {
                var before = new TextDecoder().decode(new TextEncoder().encode(field).slice(0, problem.offset));
                var line = before.split("\n").length;
                words = "Line " + line + ": " + words;
            }
            return words;
        }

        function ask() {
            var payload = byId("payload").value, query = new URLSearchParams(), headers = {};
            if (payload.trim() === "") { tell("Paste a payload first.", "bad"); settle("refused"); return; }
            if (byId("policy").value) { query.set("policy", byId("policy").value); }
            if (byId("dialect").value) { query.set("dialect", byId("dialect").value); }
            if (byId("token").value) { headers.Authorization = "Bearer " + byId("token").value; }
            headers["Content-Type"] = "application/json";
            var began = performance.now(), mine = turn;
            tell("Fetching and checking the media\u2026");
            byId("ask").disabled = true;
            document.documentElement.setAttribute("data-state", "busy");
            fetch(window.location.origin + "/v1/content" + (query.toString() ? "?" + query.toString() : ""), {
                method: "POST", headers: headers, body: payload, credentials: "omit", cache: "no-store",
                referrerPolicy: "no-referrer"
            }).then(function (response) {
                return response.text().then(function (text) { return { status: response.status, text: text }; });
            }).then(function (answer) {
                if (mine !== turn) { return; }
                if (answer.status === 200) {
                    show(payload, answer.text, performance.now() - began);
                    tell("Done: " + summaryOf(current.descriptor), "good");
                    settle("done");
                    return;
                }
                if (answer.status === 401) {
                    byId("options").open = true;
                    byId("token").focus();
                    tell("The daemon wants a token: put it into the field under Options.", "bad");
                } else {
                    tell(problemWords(answer.status, answer.text, payload), "bad");
                }
                settle("refused");
            }).catch(function (error) {
                tell("The daemon cannot be reached: " + error.message, "bad");
                settle("failed");
            }).then(function () { byId("ask").disabled = false; });
        }

        function fill(id, values) {
            values.forEach(function (value) { byId(id).appendChild(el("option", { value: value }, value)); });
        }

        function beginForm() {
            fill("policy", setup.policies);
            fill("dialect", setup.dialects);
            setup.samples.forEach(function (sample, index) {
                byId("samples").appendChild(el("option", { value: index }, sample.name));
            });
            byId("samples").addEventListener("change", function () {
                var sample = setup.samples[Number(byId("samples").value)];
                if (sample && byId("samples").value !== "") { byId("payload").value = sample.payload; }
            });
            byId("file").addEventListener("change", function () {
                var file = byId("file").files[0];
                if (!file) { return; }
                file.text().then(function (text) { byId("payload").value = text; });
            });
            byId("form").addEventListener("submit", function (event) { event.preventDefault(); ask(); });
            byId("payload").addEventListener("keydown", function (event) {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); ask(); }
            });
            byId("payload").value = setup.samples.length > 0 ? setup.samples[0].payload : "";
        }

        ["system", "look"].forEach(function (name) {
            Array.prototype.forEach.call(document.querySelectorAll("input[name=" + name + "]"), function (input) {
                input.addEventListener("change", drawPhones);
            });
        });
        if (window.matchMedia("(prefers-color-scheme: dark)").matches) { choose("look", "dark"); }
        if (setup.mode === "daemon") {
            beginForm();
            byId("form").hidden = false;
            settle("idle");
        } else {
            replace(byId("notes"), setup.notes.map(function (note) { return el("li", null, note); }));
            byId("notes").hidden = setup.notes.length === 0;
            show(setup.payload, setup.answer, null);
            settle("done");
        }

        """#
}
