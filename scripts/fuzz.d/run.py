"""Starts a server on a folder of its own and runs schemathesis against it seven times. See scripts/fuzz."""

import base64
import hashlib
import hmac
import json
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).parent
READY_MAX_S = 120
# Of each operation and run. The time may end a run before.
EXAMPLES_MAX = 500
CHECKS = [
    "not_a_server_error",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "positive_data_acceptance",
    "unsupported_method",
    "success_is_documented",
    "documented",
    "answered_in_the_problem_format",
    "unsigned_payouts_are_refused",
]
# These operations end the run's session, or lock it after a few wrong codes; they are tested without a session.
ENDS_SIGN_IN = [
    ("POST", "/api/client/v1/logout"),
    ("PUT", "/api/client/v1/auth"),
    ("DELETE", "/api/client/v1/user/sessions"),
    ("DELETE", "/api/operator/v1/session"),
    ("POST", "/api/operator/v1/session/confirm"),
    ("POST", "/api/operator/v1/session"),
]


def call(method, url, body=None, headers=None):
    """The JSON answer and the cookies of a request that has to succeed."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method, headers=headers or {})
    if data is not None:
        request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=30) as answer:
        text = answer.read()
        cookies = [line.split(";")[0] for line in answer.headers.get_all("Set-Cookie") or []]
        return (json.loads(text) if text else None), cookies


# A public key of Ed25519 (RFC 8032, test 1). Nothing is signed with it.
SIGNING_KEY = base64.b64encode(
    bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
).decode()


def partner_operations(document):
    """The operations that a key of each kind may use: the scopes in the document say so. Those of webhooks, which a key of
    each kind may have, are tried with the first."""
    kinds = {"exchanger": {}, "wallet": {}}
    for path, operations in json.loads(document.read_bytes())["paths"].items():
        for method, operation in operations.items():
            for scope in [scope for one in operation.get("security", []) for scope in one.get("key", [])]:
                kind = scope.split(":")[0].replace("webhooks", "exchanger")
                kinds[kind].setdefault(f"{method.upper()} {path}", set()).add(scope)
    return kinds


def partner(url, customer, kind, operations):
    """The headers of a partner's server whose key may do everything of its kind."""
    scopes = sorted(set().union(*operations.values()))
    asked = {"kind": kind, "name": "Fuzz", "scopes": scopes, "addresses": ["127.0.0.1", "::1"], "signing_key": SIGNING_KEY}
    made, _ = call("POST", f"{url}/api/client/v1/partner-keys", asked, customer)
    return {"Api-Key": made["secret"]}


def totp(secret):
    """What an authenticator app with this key shows now (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at:at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def sign_in(url):
    """The headers of a customer who may do everything. Addresses of the sandbox have one code."""
    api = f"{url}/api/client/v1"
    asked, _ = call("POST", f"{api}/login?method=email", {"email": "fuzz@example.test"})
    code = {"challenge_id": asked["challenge_id"], "code": "111111"}
    login, _ = call("PUT", f"{api}/login?method=email", code)
    headers = {"Authorization": f"Bearer {login['access_token']}"}
    terms, _ = call("GET", f"{api}/user/terms", headers=headers)
    if terms["is_consent_required"]:
        call("POST", f"{api}/user/accept-terms", {"version": terms["version"]}, headers)
    about = {"first_name": "Ada", "last_name": "Lovelace", "residence_country": "UA", "date_of_birth": "1990-12-10"}
    call("PUT", f"{api}/user", about, headers)
    return headers


def join(binary, data, url):
    """The headers of an operator who has just joined."""
    asked = ["operator", "--data", data, "invite", "--email", "fuzz@bank.example", "--role", "compliance_officer", "--url", url]
    printed = subprocess.run([binary, *asked], check=True, capture_output=True, text=True).stdout
    token = printed.splitlines()[0].rsplit("#", 1)[-1].rsplit("=", 1)[-1].rsplit("/", 1)[-1]
    api, headers = f"{url}/api/operator/v1", {"Origin": url}
    opened, _ = call("POST", f"{api}/invitations/open", {"token": token}, headers)
    answer = {"token": token, "code": totp(opened["secret"])}
    _, cookies = call("POST", f"{api}/invitations/accept", answer, headers)
    return {**headers, "Cookie": "; ".join(cookies)}


def ready(url, server, log):
    """Waits until the server says so itself."""
    end = time.monotonic() + READY_MAX_S
    while time.monotonic() < end:
        if server.poll() is not None:
            sys.exit(f"the server ended with code {server.returncode}:\n{log.read_text()[-4000:]}")
        try:
            with urllib.request.urlopen(f"{url}/readyz", timeout=5) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    sys.exit(f"the server did not become ready within {READY_MAX_S} s:\n{log.read_text()[-4000:]}")


def run(name, document, url, headers, seconds, reports, only=()):
    """One run over all operations, or `only` these; whether it found nothing."""
    command = [
        pathlib.Path(sys.executable).with_name("st"), "--config-file", HERE / "schemathesis.toml", "run", document,
        "--url", url, "--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing", "--max-time", str(seconds),
        "--max-examples", str(EXAMPLES_MAX),
        "--continue-on-failure", "--generation-database", "none", "--warnings", "off", "--output-truncate", "false",
        "--request-timeout", "30", "--generation-with-security-parameters", "false", "--no-color", "--report", "ndjson", "--report-ndjson-path", reports / f"{name}.ndjson",
    ]  # fmt: skip
    for header, value in headers.items():
        command += ["-H", f"{header}: {value}"]
    for operation in only:
        command += ["--include-name", operation]
    if headers and not only:
        for method, path in ENDS_SIGN_IN:
            command += ["--exclude-name", f"{method} {path}"]
    print(f"\n=== {name}: {seconds} s", flush=True)
    environment = {
        **os.environ,
        "SCHEMATHESIS_HOOKS": "checks",
        "PYTHONPATH": str(HERE),
        "AGIO_FUZZ_VALUES": str(reports / f"{name}.values.txt"),
    }
    return subprocess.run([str(part) for part in command], env=environment, cwd=reports).returncode == 0


def main():
    binary, seconds = str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2])
    folder = pathlib.Path(tempfile.mkdtemp(prefix="agio-fuzz-"))
    reports = pathlib.Path(os.environ.get("AGIO_FUZZ_REPORTS", folder))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url, log = f"http://localhost:{port}", folder / "server.log"
    data = str(folder / "data")
    with log.open("w") as out:
        server = subprocess.Popen([binary, "up", "--data", data, "--port", str(port)], stdout=out, stderr=out)
    try:
        ready(url, server, log)
        documents = {}
        for name, more in (("customers", []), ("operators", ["--operator"]), ("partners", ["--partner"])):
            documents[name] = folder / f"{name}.json"
            made = subprocess.run([binary, "openapi", *more], check=True, capture_output=True)
            documents[name].write_bytes(made.stdout)
        signed_in = {"customers": sign_in(url), "operators": join(binary, data, url)}
        # A signed-in user can do the most, so these runs get most of the time.
        shares = [("customers", True, 5), ("customers", False, 2), ("operators", True, 3), ("operators", False, 1)]
        runs = [
            (f"{who}-{'signed-in' if signed else 'anonymous'}", documents[who], signed_in[who] if signed else {}, share, ())
            for who, signed, share in shares
        ]
        for kind, operations in partner_operations(documents["partners"]).items():
            headers = partner(url, signed_in["customers"], kind, operations)
            runs.append((f"partners-{kind}", documents["partners"], headers, 2, sorted(operations)))
        runs.append(("partners-anonymous", documents["partners"], {}, 1, ()))
        whole, clean = sum(share for *_, share, _ in runs), True
        for name, document, headers, share, only in runs:
            clean &= run(name, document, url, headers, max(10, seconds * share // whole), reports, only)
        # A panic causes a 500, which the run reports above; the log shows its location.
        faults = [line for line in log.read_text().splitlines() if "panicked" in line or "answered with an error" in line]
        print("\n".join(faults[:20]), file=sys.stderr)
    finally:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(timeout=60)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        if reports != folder:
            shutil.copy(log, reports / "server.log")
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(0 if clean else 1)


main()
