"""A payment API of the standard library alone. It keeps what it has answered in SQLite, and charges at an
acquirer. Whether it sends its key on to the acquirer is up to SEND_KEY: that header is all the difference."""
import json, os, sqlite3, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        key = self.headers["Idempotency-Key"]
        db = sqlite3.connect(os.environ["DB"], timeout=30)
        kept = db.execute("SELECT body, status, answer FROM answers WHERE key = ?", (key,)).fetchone()
        if kept is None:
            status, answer = self.charge(body, key)
            if status < 500:
                with db:
                    db.execute("INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?)", (key, body, status, answer))
        elif kept[0] != body:
            status, answer = 422, b'{"error": "another request has this key"}'
        else:
            status, answer = kept[1], kept[2]
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def charge(self, body, key):
        headers = {"Content-Type": "application/json"}
        if os.environ["SEND_KEY"] == "yes":
            headers["Idempotency-Key"] = key
        try:
            request = urllib.request.Request(os.environ["ACQUIRER"] + "/charges", body, headers)
            with urllib.request.urlopen(request) as answer:
                return 201, json.dumps({"id": json.load(answer)["id"]}).encode()
        except OSError:
            return 502, b'{"error": "the acquirer cannot be reached"}'


with sqlite3.connect(os.environ["DB"], timeout=30) as db:
    db.execute("CREATE TABLE IF NOT EXISTS answers (key PRIMARY KEY, body, status, answer)")
ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
