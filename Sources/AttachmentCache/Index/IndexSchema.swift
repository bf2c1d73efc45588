/// The index's tables, as SQL. `cache/README.md` explains them to a person; change both together.
enum IndexSchema {
    /// Marks the file as ours (`PRAGMA application_id`): "attd".
    static let applicationID: Int64 = 0x6174_7464
    /// The layout (`PRAGMA user_version`).
    static let version: Int64 = 2

    /// Set on each connection that writes. The page cache is half of what it is otherwise, in KiB: what it misses comes out
    /// of the kernel's.
    static let settings: StaticString = """
        PRAGMA journal_mode = WAL;
        PRAGMA foreign_keys = ON;
        PRAGMA journal_size_limit = 67108864;
        PRAGMA cache_size = -1024;
        """

    /// Makes an empty index.
    ///
    /// `totals` has one row, kept by triggers, so that an open knows its size without a scan. Times are milliseconds since
    /// 1970; `modified` is nanoseconds. Pinned blobs are not in `blobs_by_queue`, so that eviction never walks over them.
    static let creation: StaticString = """
        PRAGMA application_id = 0x61747464;
        PRAGMA user_version = 2;
        CREATE TABLE blobs (
            id INTEGER PRIMARY KEY,
            digest BLOB NOT NULL UNIQUE,
            extension TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            allocated INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            stored INTEGER NOT NULL,
            unsynced_boot TEXT,
            kind TEXT NOT NULL,
            format TEXT NOT NULL,
            mime TEXT NOT NULL,
            type TEXT NOT NULL,
            width INTEGER,
            height INTEGER,
            frames INTEGER,
            duration_ms INTEGER,
            codecs TEXT NOT NULL,
            has_alpha INTEGER,
            canvas_pixels INTEGER NOT NULL,
            trailing_bytes INTEGER NOT NULL,
            queue INTEGER NOT NULL DEFAULT 0,
            sequence INTEGER NOT NULL DEFAULT 0,
            pinned_until INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX blobs_by_queue ON blobs (queue, sequence) WHERE pinned_until = 0;
        CREATE INDEX blobs_by_pin ON blobs (pinned_until) WHERE pinned_until > 0;
        CREATE TABLE entries (
            id INTEGER PRIMARY KEY,
            url TEXT NOT NULL,
            host TEXT NOT NULL,
            blob INTEGER REFERENCES blobs (id) ON DELETE CASCADE,
            reason TEXT,
            detail TEXT,
            http_status INTEGER,
            etag TEXT,
            last_modified TEXT,
            stored INTEGER NOT NULL,
            fresh_until INTEGER NOT NULL,
            stale_while_revalidate_until INTEGER,
            stale_if_error_until INTEGER,
            policy TEXT,
            CHECK ((blob IS NULL) <> (reason IS NULL))
        ) STRICT;
        CREATE INDEX entries_by_blob ON entries (blob) WHERE blob IS NOT NULL;
        CREATE INDEX entries_by_age ON entries (stored);
        CREATE INDEX failures_by_end ON entries (fresh_until) WHERE blob IS NULL;
        CREATE TABLE totals (
            bytes INTEGER NOT NULL,
            allocated INTEGER NOT NULL,
            blobs INTEGER NOT NULL,
            entries INTEGER NOT NULL,
            failures INTEGER NOT NULL,
            small INTEGER NOT NULL DEFAULT 0,
            pinned INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO totals VALUES (0, 0, 0, 0, 0, 0, 0);
        CREATE TRIGGER blob_added AFTER INSERT ON blobs BEGIN
            UPDATE totals SET bytes = bytes + NEW.bytes, allocated = allocated + NEW.allocated, blobs = blobs + 1,
                small = small + NEW.allocated * (NEW.queue = 0),
                pinned = pinned + NEW.allocated * (NEW.pinned_until > 0);
        END;
        CREATE TRIGGER blob_removed AFTER DELETE ON blobs BEGIN
            UPDATE totals SET bytes = bytes - OLD.bytes, allocated = allocated - OLD.allocated, blobs = blobs - 1,
                small = small - OLD.allocated * (OLD.queue = 0),
                pinned = pinned - OLD.allocated * (OLD.pinned_until > 0);
        END;
        CREATE TRIGGER blob_changed AFTER UPDATE OF bytes, allocated, queue, pinned_until ON blobs BEGIN
            UPDATE totals SET bytes = bytes + NEW.bytes - OLD.bytes,
                allocated = allocated + NEW.allocated - OLD.allocated,
                small = small + NEW.allocated * (NEW.queue = 0) - OLD.allocated * (OLD.queue = 0),
                pinned = pinned + NEW.allocated * (NEW.pinned_until > 0) - OLD.allocated * (OLD.pinned_until > 0);
        END;
        CREATE TRIGGER entry_added AFTER INSERT ON entries BEGIN
            UPDATE totals SET entries = entries + (NEW.blob IS NOT NULL), failures = failures + (NEW.blob IS NULL);
        END;
        CREATE TRIGGER entry_removed AFTER DELETE ON entries BEGIN
            UPDATE totals SET entries = entries - (OLD.blob IS NOT NULL), failures = failures - (OLD.blob IS NULL);
        END;
        CREATE TABLE state (
            clean INTEGER NOT NULL,
            settled INTEGER NOT NULL,
            hits INTEGER NOT NULL DEFAULT 0,
            misses INTEGER NOT NULL DEFAULT 0,
            verified INTEGER NOT NULL DEFAULT 0,
            verified_at INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO state VALUES (1, 0, 0, 0, 0, 0);
        CREATE TABLE counters (
            chunk INTEGER PRIMARY KEY,
            uses BLOB NOT NULL
        ) STRICT;
        CREATE VIEW contents AS
            SELECT entries.url,
                entries.reason,
                blobs.kind,
                blobs.bytes,
                lower(hex(blobs.digest)) || '.' || blobs.extension AS file,
                strftime('%Y-%m-%dT%H:%M:%SZ', entries.stored / 1000, 'unixepoch') AS stored,
                strftime('%Y-%m-%dT%H:%M:%SZ', entries.fresh_until / 1000, 'unixepoch') AS fresh_until
            FROM entries LEFT JOIN blobs ON blobs.id = entries.blob;
        """

    /// Makes layout 2 of layout 1; in one transaction, so that a crash leaves one of the two.
    ///
    /// Blobs keep the order of their rows: they are all in the small queue with the same sequence.
    static let fromLayout1: StaticString = """
        ALTER TABLE blobs ADD COLUMN queue INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE blobs ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE blobs ADD COLUMN pinned_until INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE totals ADD COLUMN small INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE totals ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE state ADD COLUMN hits INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE state ADD COLUMN misses INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE state ADD COLUMN verified INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE state ADD COLUMN verified_at INTEGER NOT NULL DEFAULT 0;
        UPDATE totals SET small = allocated;
        DROP INDEX blobs_by_age;
        CREATE INDEX blobs_by_queue ON blobs (queue, sequence) WHERE pinned_until = 0;
        CREATE INDEX blobs_by_pin ON blobs (pinned_until) WHERE pinned_until > 0;
        CREATE TABLE counters (
            chunk INTEGER PRIMARY KEY,
            uses BLOB NOT NULL
        ) STRICT;
        DROP TRIGGER blob_added;
        DROP TRIGGER blob_removed;
        DROP TRIGGER blob_changed;
        CREATE TRIGGER blob_added AFTER INSERT ON blobs BEGIN
            UPDATE totals SET bytes = bytes + NEW.bytes, allocated = allocated + NEW.allocated, blobs = blobs + 1,
                small = small + NEW.allocated * (NEW.queue = 0),
                pinned = pinned + NEW.allocated * (NEW.pinned_until > 0);
        END;
        CREATE TRIGGER blob_removed AFTER DELETE ON blobs BEGIN
            UPDATE totals SET bytes = bytes - OLD.bytes, allocated = allocated - OLD.allocated, blobs = blobs - 1,
                small = small - OLD.allocated * (OLD.queue = 0),
                pinned = pinned - OLD.allocated * (OLD.pinned_until > 0);
        END;
        CREATE TRIGGER blob_changed AFTER UPDATE OF bytes, allocated, queue, pinned_until ON blobs BEGIN
            UPDATE totals SET bytes = bytes + NEW.bytes - OLD.bytes,
                allocated = allocated + NEW.allocated - OLD.allocated,
                small = small + NEW.allocated * (NEW.queue = 0) - OLD.allocated * (OLD.queue = 0),
                pinned = pinned + NEW.allocated * (NEW.pinned_until > 0) - OLD.allocated * (OLD.pinned_until > 0);
        END;
        PRAGMA user_version = 2;
        """
}
