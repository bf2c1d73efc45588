/// The style of the preview alone: phones, notifications, verdicts, payloads.
enum PhoneStyle {
    static let text = #"""
        .columns { display: grid; gap: 0 20px; grid-template-columns: minmax(0, 1fr); }
        @media (min-width: 1020px) { .columns { grid-template-columns: minmax(0, 1.05fr) minmax(0, 1fr); } }
        @media (min-width: 1020px) { .columns > section:first-child { position: sticky; top: 12px; align-self: start; } }
        #phones { display: flex; flex-wrap: wrap; gap: 22px; justify-content: center; margin-top: 18px; }
        figure { margin: 0; width: 270px; max-width: 100%; }
        figcaption { margin-top: 8px; text-align: center; color: var(--soft); font-size: 14px; }
        .phone {
          --card: rgba(250, 250, 252, 0.94); --card-solid: #f4f5f9; --words: #111216; --faint: #4d5160; --rule: #c9ccd6;
          --action: #0a4fa0; --danger: #a81208;
          min-height: 540px; padding: 28px 9px 20px; overflow: hidden; border: 9px solid #101115; border-radius: 44px;
          background: linear-gradient(165deg, #2b4a7d 0%, #4a3a78 46%, #7a3350 100%);
          font: 15px/1.34 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
        }
        .phone[data-look=dark] {
          --card: rgba(38, 40, 47, 0.95); --card-solid: #26282f; --words: #f5f6fa; --faint: #bdc2cf; --rule: #474b57;
          --action: #8fc3ff; --danger: #ffaca2;
          background: linear-gradient(165deg, #0d1626 0%, #191430 50%, #2a1220 100%);
        }
        .phone.android { border-radius: 34px; }
        .clock { margin-bottom: 22px; color: #ffffff; text-align: center; }
        .clock .date { display: block; font-size: 15px; font-weight: 500; }
        .clock .hour { display: block; font-size: 58px; font-weight: 600; line-height: 1.05; letter-spacing: -0.03em; }
        .phone.android .clock { text-align: left; padding: 0 10px; }
        .phone.android .clock .hour { font-size: 48px; font-weight: 400; }
        .note {
          position: relative; display: grid; color: var(--words); background: var(--card); border-radius: 22px;
          overflow: hidden; text-align: start;
        }
        .note .words { display: grid; gap: 1px; min-width: 0; }
        .note .words > span { display: block; overflow-wrap: anywhere; unicode-bidi: plaintext; text-align: start; }
        .note .title { font-weight: 650; }
        .note .subtitle { font-weight: 600; }
        .note .body { white-space: pre-line; }
        .note .named { font-style: italic; color: var(--faint); }
        .note .icon {
          width: 20px; height: 20px; border-radius: 5px; background: linear-gradient(150deg, #ff8f4d, #d92d63);
        }
        .note .head { display: flex; align-items: center; gap: 7px; font-size: 13px; color: var(--faint); }
        .note .head .when { margin-inline-start: auto; }
        .note .control { color: inherit; opacity: 1; }
        .thumbnail { display: block; overflow: hidden; border-radius: 7px; background: var(--card-solid); }
        .thumbnail img, .thumbnail video { display: block; width: 100%; height: 100%; object-fit: cover; }
        .thumbnail .sound { display: grid; place-items: center; width: 100%; height: 100%; font-size: 20px; }
        .note.collapsed { grid-template-columns: minmax(0, 1fr) auto; gap: 5px 10px; padding: 11px 13px 12px; }
        .note.collapsed .head { grid-column: 1 / -1; }
        .note.collapsed .body {
          display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden;
        }
        .note.collapsed .thumbnail { width: 44px; height: 44px; align-self: end; }
        .note.collapsed.android .title, .note.collapsed.android .body, .note.collapsed.web .body {
          -webkit-line-clamp: 1; display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden;
        }
        .note.expanded .head { padding: 11px 13px; }
        .note.expanded .words { padding: 12px 13px 13px; }
        .note.expanded .large { display: block; background: #000000; }
        .note.expanded .large:has(audio), .note.expanded .large:has(.blank) { background: var(--card-solid); }
        .note.expanded .large img, .note.expanded .large video {
          display: block; width: 100%; max-height: 300px; object-fit: contain;
        }
        .note.expanded .large audio { display: block; width: calc(100% - 20px); margin: 14px 10px; }
        .note.android.expanded .large { order: 2; margin: 0 13px 12px; border-radius: 14px; overflow: hidden; }
        .note.android.expanded .words { order: 1; padding-top: 0; }
        .note.android.expanded .more { order: 3; }
        .note.android.expanded .actions { order: 4; }
        .note.android .icon { border-radius: 50%; }
        .note.web { border-radius: 12px; }
        .blank {
          display: grid; place-items: center; min-height: 44px; height: 100%; padding: 6px 10px; font-size: 13px;
          text-align: center; color: var(--faint); background: var(--card-solid);
        }
        .thumbnail .blank { padding: 0; }
        .thumbnail .blank span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        .thumbnail .blank::before { content: "\25a7"; font-size: 20px; }
        .large .blank { min-height: 120px; }
        .note .more { display: flex; flex-wrap: wrap; gap: 8px; padding: 0 13px 12px; }
        .note .more .hint { flex: 1 0 100%; }
        .note .more .thumbnail { width: 52px; height: 52px; }
        .note .hint { font-size: 12.5px; color: var(--faint); }
        .note .actions li { padding: 11px 13px; border-top: 1px solid var(--rule); color: var(--action); }
        .note .actions [data-destructive] { color: var(--danger); }
        .note.android .actions { display: flex; flex-wrap: wrap; padding: 0 5px 8px; }
        .note.android .actions li { padding: 8px; border: 0; font-weight: 600; font-size: 14px; }

        #verdicts { display: grid; gap: 12px; margin-top: 12px; }
        .verdict { padding: 14px; border: 1px solid var(--line); border-inline-start-width: 5px; border-radius: 10px; }
        .verdict.good { border-inline-start-color: var(--good); }
        .verdict.bad { border-inline-start-color: var(--bad); }
        .verdict.wait { border-inline-start-color: var(--wait); }
        .verdict .url { margin: 4px 0; font-size: 13.5px; color: var(--soft); overflow-wrap: anywhere; }
        .verdict .cause { font-weight: 500; }
        #summary { font-size: 17px; }
        #remarks { display: grid; gap: 8px; margin-top: 12px; }
        #notes { display: grid; gap: 6px; margin-top: 12px; color: var(--soft); }
        .payloads { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); }
        @media (min-width: 860px) { .payloads { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
        .payloads h3 { margin-top: 4px; }
        .key { color: var(--key); }
        mark { padding: 1px 3px; border-radius: 4px; text-decoration: underline; text-underline-offset: 3px; }
        mark.good { color: var(--good); background: var(--good-paper); }
        mark.bad { color: var(--bad); background: var(--bad-paper); }
        mark.wait { color: var(--wait); background: var(--wait-paper); }
        .meter .bar {
          display: block; height: 10px; margin-bottom: 6px; overflow: hidden; border-radius: 999px;
          background: var(--wait-paper);
        }
        .meter .bar span { display: block; height: 100%; background: var(--good); }
        .meter .bar.near span { background: var(--near); }
        .meter .bar.bad span { background: var(--bad); }
        .meter.bad strong { color: var(--bad); }

        """#
}
