/// The style sheet that every page begins with. Colours stand in it once each, as variables of a light and a dark look.
enum PageStyle {
    static let text = #"""

        :root {
          --paper: #f4f5f7; --sheet: #ffffff; --ink: #1b1d22; --soft: #565b66; --line: #d5d8df; --link: #0b55a5;
          --good: #0f6a36; --good-paper: #e2f4e8; --bad: #ac1d15; --bad-paper: #fdeae8;
          --near: #7a4a00; --near-paper: #fdf1dc; --wait: #474c57; --wait-paper: #e9ebef;
          --control: #8a5a00; --key: #5b2a86; --button: #0b55a5; --on-button: #ffffff;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #14161a; --sheet: #1e2127; --ink: #eceef2; --soft: #a9afbb; --line: #383d47; --link: #8ec2ff;
            --good: #7fdca0; --good-paper: #16331f; --bad: #ffb1a8; --bad-paper: #47191a;
            --near: #f5c66c; --near-paper: #3b2b0c; --wait: #c5cad4; --wait-paper: #2d323b;
            --control: #f0c070; --key: #d3b0f2; --button: #8ec2ff; --on-button: #0d1a2b;
          }
        }
        *, *::before, *::after { box-sizing: border-box; }
        [hidden] { display: none !important; }
        html { -webkit-text-size-adjust: 100%; }
        body {
          margin: 0 auto; padding: 0 20px 64px; max-width: 1240px; background: var(--paper); color: var(--ink);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
        }
        .sr {
          position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
        }
        .skip { position: absolute; left: -999px; top: 8px; padding: 8px 14px; background: var(--sheet); z-index: 2; }
        .skip:focus { left: 8px; }
        a { color: var(--link); }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
        header { padding: 28px 0 8px; }
        h1 { margin: 0; font-size: 26px; line-height: 1.2; letter-spacing: -0.02em; }
        h2 { margin: 0 0 12px; font-size: 18px; line-height: 1.3; letter-spacing: -0.01em; }
        h3 { margin: 0; font-size: 16px; line-height: 1.5; overflow-wrap: anywhere; }
        header p, .lead { margin: 4px 0 0; color: var(--soft); }
        section, form.panel, .panel {
          margin-top: 20px; padding: 20px; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px;
        }
        p { margin: 6px 0; overflow-wrap: anywhere; }
        ul { margin: 0; padding: 0; list-style: none; }
        label, legend { font-weight: 600; font-size: 14px; }
        select, textarea, input[type=text], input[type=password], input[type=search], input[type=file] {
          width: 100%; padding: 9px 10px; font: inherit; font-size: 15px; color: var(--ink); background: var(--paper);
          border: 1px solid var(--soft); border-radius: 8px;
        }
        textarea { min-height: 220px; font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; resize: vertical; }
        .fields { display: grid; gap: 14px; grid-template-columns: repeat(auto-fit, minmax(min(220px, 100%), 1fr)); }
        .field { display: grid; gap: 4px; align-content: start; min-width: 0; }
        .field .lead { font-size: 13px; }
        button {
          padding: 11px 22px; min-height: 44px; font: inherit; font-weight: 600; color: var(--on-button);
          background: var(--button); border: 0; border-radius: 10px; cursor: pointer;
        }
        button.plain { color: var(--link); background: transparent; border: 1px solid var(--soft); }
        button:disabled { color: var(--soft); background: var(--wait-paper); cursor: default; }
        details > summary { padding: 8px 0; font-weight: 600; font-size: 14px; cursor: pointer; }
        .row { display: flex; flex-wrap: wrap; gap: 12px 18px; align-items: center; margin-top: 14px; }
        .state { margin: 0; }
        .state.good { color: var(--good); }
        .state.bad { color: var(--bad); }
        .choice { display: inline-flex; margin: 0; padding: 0; border: 0; min-width: 0; }
        .choice label {
          display: inline-flex; align-items: center; min-height: 40px; padding: 0 14px; font-weight: 500;
          border: 1px solid var(--soft); border-left-width: 0; cursor: pointer;
        }
        .choice label:first-of-type { border-left-width: 1px; border-radius: 10px 0 0 10px; }
        .choice label:not(:has(~ label:not([hidden]))) { border-radius: 0 10px 10px 0; }
        .choice input { position: absolute; opacity: 0; }
        .choice label:has(input:checked) { color: var(--on-button); background: var(--button); }
        .choice label:has(input:focus-visible) { outline: 3px solid var(--link); outline-offset: 2px; }
        .chip {
          display: inline-block; padding: 1px 10px; font-size: 13px; font-weight: 600; line-height: 1.7;
          border-radius: 999px; white-space: nowrap;
        }
        .chip.good { color: var(--good); background: var(--good-paper); }
        .chip.bad { color: var(--bad); background: var(--bad-paper); }
        .chip.near { color: var(--near); background: var(--near-paper); }
        .chip.wait { color: var(--wait); background: var(--wait-paper); }
        .control { color: var(--control); font-size: 0.8em; white-space: nowrap; }
        dl { margin: 8px 0 0; font-size: 14px; }
        dl > div { display: grid; grid-template-columns: 108px 1fr; gap: 12px; padding: 3px 0; }
        dt { color: var(--soft); }
        dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
        svg.phases { display: block; width: 100%; height: 10px; margin: 6px 0; border-radius: 5px; background: var(--line); }
        ul.phases { display: flex; flex-wrap: wrap; gap: 2px 12px; font-size: 13px; }
        ul.phases li { white-space: nowrap; }
        .swatch { display: inline-block; width: 9px; height: 9px; margin-inline-end: 5px; border-radius: 3px; }
        .phase-queue { fill: #8a8f98; background: #8a8f98; }
        .phase-dns { fill: #7b61c9; background: #7b61c9; }
        .phase-connect { fill: #2f7fd6; background: #2f7fd6; }
        .phase-tls { fill: #12899c; background: #12899c; }
        .phase-firstByte { fill: #c98a1b; background: #c98a1b; }
        .phase-transfer { fill: #2e9a57; background: #2e9a57; }
        .phase-inspect { fill: #c2569b; background: #c2569b; }
        .phase-store { fill: #a8683c; background: #a8683c; }
        code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
        pre {
          margin: 8px 0 0; padding: 14px; max-height: 460px; overflow: auto; font-size: 12.5px; line-height: 1.55;
          white-space: pre-wrap; overflow-wrap: anywhere; background: var(--paper); border: 1px solid var(--line);
          border-radius: 10px; tab-size: 2;
        }
        @media (max-width: 480px) {
          body { padding: 0 12px 48px; }
          section, form.panel, .panel { padding: 14px; }
          dl > div { grid-template-columns: 1fr; gap: 0; }
          .choice label { padding: 0 11px; }
        }
        @media (prefers-reduced-motion: no-preference) { button, .choice label { transition: background 0.12s; } }

        """#
}
