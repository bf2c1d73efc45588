/// The index's tables in layout 1, as they were released: what a migration and a downgrade meet.
enum IndexLayout1 {
    static let creation: StaticString = """
        PRAGMA application_id = 0x61747464;
        PRAGMA user_version = 1;
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
            trailing_bytes INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX blobs_by_age ON blobs (stored);
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
            failures INTEGER NOT NULL
        ) STRICT;
        INSERT INTO totals VALUES (0, 0, 0, 0, 0);
        CREATE TRIGGER blob_added AFTER INSERT ON blobs BEGIN
            UPDATE totals SET bytes = bytes + NEW.bytes, allocated = allocated + NEW.allocated, blobs = blobs + 1;
        END;
        CREATE TRIGGER blob_removed AFTER DELETE ON blobs BEGIN
            UPDATE totals SET bytes = bytes - OLD.bytes, allocated = allocated - OLD.allocated, blobs = blobs - 1;
        END;
        CREATE TRIGGER blob_changed AFTER UPDATE OF bytes, allocated ON blobs BEGIN
            UPDATE totals SET bytes = bytes + NEW.bytes - OLD.bytes,
                allocated = allocated + NEW.allocated - OLD.allocated;
        END;
        CREATE TRIGGER entry_added AFTER INSERT ON entries BEGIN
            UPDATE totals SET entries = entries + (NEW.blob IS NOT NULL), failures = failures + (NEW.blob IS NULL);
        END;
        CREATE TRIGGER entry_removed AFTER DELETE ON entries BEGIN
            UPDATE totals SET entries = entries - (OLD.blob IS NOT NULL), failures = failures - (OLD.blob IS NULL);
        END;
        CREATE TABLE state (
            clean INTEGER NOT NULL,
            settled INTEGER NOT NULL
        ) STRICT;
        INSERT INTO state VALUES (1, 0);
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
}
