/// The script's fourth part: what became of each reference, in plain words.
enum VerdictScript {
    static let text = #"""
        var cacheWords = {
            miss: "fetched for this", hit: "from the cache", revalidated: "from the cache, confirmed by the origin",
            stale: "from the cache, older than its lifetime", joined: "shared a transfer that was under way"
        };

        var roleWords = {
            fallback: "stands in if the one before it fails", lazy: "loaded when the notification is opened",
            bigPicture: "Android's large picture", largeIcon: "Android's icon", background: "Android's background"
        };

        function chip(kind, words) {
            var signs = { good: "\u2713", bad: "\u2715", wait: "\u2026", near: "!" };
            return el("span.chip." + kind, null, el("span", { "aria-hidden": "true" }, signs[kind] + " "), words);
        }

        function row(name, value) {
            return value === null || value === undefined || value === "" ? null
                : el("div", null, el("dt", null, name), el("dd", null, value));
        }

        var phaseWords = [
            ["queue", "waiting"], ["dns", "name"], ["connect", "connect"], ["tls", "TLS"], ["firstByte", "first byte"],
            ["transfer", "transfer"], ["inspect", "inspect"], ["store", "store"]
        ];

        function shape(name, attributes) {
            var node = document.createElementNS("http://www.w3.org/2000/svg", name);
            Object.keys(attributes).forEach(function (key) { node.setAttribute(key, attributes[key]); });
            return node;
        }

        /* The phases one behind the other: the words carry what the bar shows. */
        function phaseBar(known, sum) {
            var bar = shape("svg", { viewBox: "0 0 400 10", "aria-hidden": "true", "class": "phases",
                preserveAspectRatio: "none" }), at = 0;
            known.forEach(function (phase) {
                var width = 400 * phase.ms / sum;
                bar.appendChild(shape("rect", { x: at, y: 0, width: width, height: 10, "class": "phase-" + phase.id }));
                at += width;
            });
            return bar;
        }

        function phasesView(attachment, words) {
            if (attachment.fetchMs === undefined) { return "none: nothing had to be fetched"; }
            var whole = time(attachment.fetchMs) + words, phases = attachment.phases || {};
            var known = phaseWords.filter(function (one) { return typeof own(phases, one[0]) === "number"; }).map(
                function (one) { return { id: one[0], words: one[1], ms: phases[one[0]] }; });
            var sum = known.reduce(function (all, one) { return all + one.ms; }, 0);
            if (known.length === 0) { return whole; }
            return el("div", null, whole, sum > 0 ? phaseBar(known, sum) : null,
                el("ul.phases", null, known.map(function (one) {
                    return el("li", { "data-phase": one.id }, el("span.swatch.phase-" + one.id, { "aria-hidden": "true" }),
                        one.words + " " + time(one.ms));
                })));
        }

        function factsOf(attachment) {
            var facts = [attachment.mime];
            if (attachment.width) { facts.push(number(attachment.width) + " \u00d7 " + number(attachment.height)); }
            if (attachment.frames > 1) { facts.push(count(attachment.frames, "frame", "frames")); }
            if (attachment.duration !== undefined) { facts.push(attachment.duration.toFixed(1) + " s"); }
            facts.push(size(attachment.bytes));
            return facts.join(", ");
        }

        /* Remarks that begin with the identifier belong to it; longer identifiers are asked first. */
        function warningsOf(descriptor, identifier, code) {
            var start = identifier + ": ";
            return (descriptor.warnings || []).filter(function (one) {
                return one.detail.indexOf(start) === 0 && (!code || one.code === code);
            }).map(function (one) { return { code: one.code, detail: one.detail.slice(start.length) }; });
        }

        function otherPolicies(descriptor, attachment, setup) {
            var differs = warningsOf(descriptor, attachment.identifier, "policy-differs");
            if (differs.length > 0) {
                return differs.map(function (one) { return sentence(one.detail); }).join(" ");
            }
            return "All of attachd's policies (" + setup.policies.join(", ") + ") take it.";
        }

        function card(kind, one, label, words, details) {
            return el("li.verdict." + kind, { "data-identifier": one.identifier, "data-verdict": kind },
                el("h3", null, chip(kind, label), " ", el("bdi", null, one.identifier)),
                el("p.url", null, el("bdi", null, one.source)), words,
                el("dl", null, details, row("For", one.platform), row("Role", own(roleWords, one.role)),
                    row("Type hint", one.typeHint)));
        }

        function attachedCard(one, descriptor, setup, isPrepared) {
            var remarks = warningsOf(descriptor, one.identifier).filter(function (remark) {
                return remark.code !== "policy-differs";
            });
            return card("good", one, isPrepared ? "Ready for when it is opened" : "Will show",
                el("p", null, factsOf(one)), [
                    row("Cache", (own(cacheWords, one.cache) || one.cache)
                        + (one.freshUntil ? ", fresh until " + one.freshUntil.replace("T", " ").replace(/\.\d+Z/, " UTC")
                            : ", not kept for others")),
                    row("Time", phasesView(one, " to fetch, inspect and store")), row("Coding", (one.codecs || []).join(", ")),
                    row("Other policies", otherPolicies(descriptor, one, setup)),
                    remarks.map(function (remark) {
                        return row("Remark", (own(setup.warnings, remark.code) || remark.code) + ": " + remark.detail);
                    })
                ]);
        }

        function failedCard(one, setup) {
            var advice = adviceOn(one, setup);
            return card("bad", one, "Will not show", [
                el("p.cause", null, sentence(advice.cause)), el("p.cure", null, el("strong", null, "What helps: "),
                    sentence(advice.cure))
            ], [
                row("Reason", el("code", null, one.reason)), row("Found", sentence(one.detail || "")),
                row("Status", one.httpStatus),
                row("Time", one.fetchMs === undefined ? null : phasesView(one, " until it failed")),
                row("Cache", one.cached ? "a failure that is remembered, not tried again now" : null),
                row("Try again", one.retryAfter === undefined ? null : "in " + one.retryAfter + " s"),
                row("On the phone", one.appleError ? "error " + one.appleError + " of UNErrorDomain" : null)
            ]);
        }

        function unfetchedCard(one, descriptor) {
            var why = (descriptor.warnings || []).filter(function (warning) {
                return warning.code === "not-mutable" || warning.code === "no-alert";
            }).map(function (warning) { return sentence(warning.detail); }).join(" ");
            return card("wait", one, "Not fetched", el("p.cause", null, why || "Nothing was fetched."), []);
        }

        function verdictCards(descriptor, setup) {
            return [].concat(
                (descriptor.failures || []).map(function (one) { return failedCard(one, setup); }),
                (descriptor.references || []).map(function (one) { return unfetchedCard(one, descriptor); }),
                (descriptor.content.attachments || []).map(function (one) {
                    return attachedCard(one, descriptor, setup, false);
                }),
                (descriptor.prepared || []).map(function (one) {
                    return attachedCard(one, descriptor, setup, true);
                }));
        }

        /* The warnings about the payload as a whole. */
        function remarkList(descriptor, setup) {
            var names = [].concat(descriptor.content.attachments || [], descriptor.prepared || []).map(
                function (one) { return one.identifier + ": "; });
            return (descriptor.warnings || []).filter(function (one) {
                return !names.some(function (name) { return one.detail.indexOf(name) === 0; });
            }).map(function (one) {
                return el("li", { "data-code": one.code }, chip("near", "Note"), " ",
                    el("strong", null, own(setup.warnings, one.code) || one.code), ": " + one.detail);
            });
        }

        function summaryOf(descriptor) {
            var attached = (descriptor.content.attachments || []).length, failed = (descriptor.failures || []).length;
            var prepared = (descriptor.prepared || []).length, open = (descriptor.references || []).length;
            var parts = [];
            if (attached > 0) { parts.push(attached + " will show"); }
            if (prepared > 0) { parts.push(prepared + " ready for later"); }
            if (failed > 0) { parts.push(failed + " will not show"); }
            if (open > 0) { parts.push(open + " not fetched"); }
            return (parts.join(", ") || "No media in this payload")
                + (descriptor.complete === false ? "; the time ran out" : "") + ".";
        }

        """#
}
