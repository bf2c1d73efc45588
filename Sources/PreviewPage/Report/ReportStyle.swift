/// The style of the report alone.
enum ReportStyle {
    static let text = #"""
        #tiles { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(min(150px, 100%), 1fr)); margin-top: 16px; }
        #tiles li { padding: 14px 16px; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; }
        #tiles strong { display: block; font-size: 26px; line-height: 1.2; letter-spacing: -0.02em; }
        #tiles span { color: var(--soft); font-size: 14px; }
        #tiles .good strong { color: var(--good); }
        #tiles .bad strong { color: var(--bad); }
        #reasons { display: grid; gap: 12px; grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr)); }
        #reasons li {
          display: grid; align-content: start; gap: 2px; padding: 14px; border: 1px solid var(--line);
          border-inline-start: 5px solid var(--bad); border-radius: 10px;
        }
        #reasons button { justify-self: start; margin-top: 8px; min-height: 38px; padding: 6px 14px; font-size: 14px; }
        #reasons .details li {
          display: block; padding: 0; border: 0; border-radius: 0; font-size: 13.5px; color: var(--soft); overflow-wrap: anywhere;
        }
        .scroll { overflow-x: auto; }
        table { width: 100%; border-collapse: collapse; font-size: 14px; }
        th, td { padding: 7px 10px; text-align: end; border-bottom: 1px solid var(--line); white-space: nowrap; }
        th:last-child { text-align: start; }
        th:first-child, td:first-child { text-align: start; }
        td:first-child { overflow-wrap: anywhere; white-space: normal; min-width: 130px; }
        th { padding: 0; }
        th button, th span {
          display: block; width: 100%; min-height: 40px; padding: 7px 10px; color: var(--ink); background: transparent;
          border-radius: 0; font-size: 14px; font-weight: 600; text-align: inherit;
        }
        th button { text-decoration: underline; text-underline-offset: 3px; text-decoration-color: var(--line); }
        #more-hosts { margin-top: 12px; }
        svg { display: block; max-width: 100%; }
        svg .column { fill: var(--button); }
        svg .axis { stroke: var(--soft); stroke-width: 1; }
        svg text { fill: var(--soft); font-size: 12px; }
        #thumbnails { display: grid; gap: 10px; grid-template-columns: repeat(auto-fill, minmax(104px, 1fr)); }
        #thumbnails img {
          display: block; width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: 8px; background: var(--paper);
        }
        #thumbnails span {
          display: block; font-size: 12px; color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
        }
        #state { flex: 1 1 220px; margin: 0; color: var(--soft); }
        #viewport {
          position: relative; height: min(560px, 80vh); margin-top: 12px; overflow-x: hidden; overflow-y: auto;
          border: 1px solid var(--line); border-radius: 10px;
        }
        #table-head {
          position: sticky; top: 0; z-index: 1; height: 36px; font-weight: 600; background: var(--paper);
          border-bottom: 1px solid var(--line);
        }
        #rows { position: relative; }
        #rows > div { position: absolute; left: 0; right: 0; height: 52px; border-bottom: 1px solid var(--line); }
        #table-head, #rows > div {
          display: grid; grid-template-columns: 84px 190px minmax(0, 1fr) 84px 84px; gap: 0 12px; align-items: center;
          padding: 0 12px; font-size: 14px;
        }
        #table-head > :nth-child(n + 4), #rows > div > :nth-child(n + 4) { text-align: end; }
        #rows > div > span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        #rows .detail { display: block; overflow: hidden; text-overflow: ellipsis; font-size: 12.5px; color: var(--soft); }
        @media (max-width: 720px) {
          #table-head { display: block; padding-top: 7px; }
          #table-head > :not(:first-child) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          #rows > div {
            grid-template-columns: minmax(0, auto) minmax(0, 1fr) auto auto; grid-template-areas: "a b d e" "c c c c";
            height: 76px; gap: 0 10px; align-content: center;
          }
          #rows > div > :nth-child(1) { grid-area: a; } #rows > div > :nth-child(2) { grid-area: b; }
          #rows > div > :nth-child(3) { grid-area: c; } #rows > div > :nth-child(4) { grid-area: d; }
          #rows > div > :nth-child(5) { grid-area: e; }
        }

        """#
}
