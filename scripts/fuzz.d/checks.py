"""What a run looks for beside the checks that schemathesis brings."""

import atexit
import collections
import os

import schemathesis
from schemathesis import GenerationMode

# Rules that a JSON schema can express. If one of them refuses a request that conforms to the document, the document is
# wrong. `undocumented` is the server's code for a type that is stricter than the document. `length` is not in the list,
# because it applies to the text after trimming.
SAID_BY_SCHEMAS = {"undocumented", "min_length", "max_length", "min_items", "max_items", "one_of"}

# Rules that the documents cannot express: the field and the code of each.
NOT_SAID = {
    # One of two parameters is required.
    ("GET /api/client/v1/directions", "from", "required"),
    # A statement needs its period; a letter has none.
    ("POST /api/client/v1/documents", "/from", "required"),
    ("POST /api/client/v1/documents", "/to", "required"),
    # A secret key needs scopes; the key of a widget has none of its own.
    ("POST /api/client/v1/partner-keys", "/scopes", "required"),
    # The kind of a plan decides which fields it has.
    ("POST /api/client/v1/plans", "/amount", "required"),
    ("POST /api/client/v1/plans", "/first_at", "required"),
    ("POST /api/client/v1/plans", "/interval", "required"),
    ("POST /api/client/v1/plans", "/target", "required"),
    ("POST /api/client/v1/plans", "/until", "required"),
    # A bank account has an owner; an address has none.
    ("POST /api/client/v1/requisites/saved", "/full_name", "required"),
    # The step `order` names its order.
    ("POST /api/client/v1/auth/seamless/codes", "/transaction_id", "required"),
    # Exactly one of two fields is required.
    ("POST /api/client/v1/quotes", "/from_amount", "one_of"),
    ("POST /api/client/v1/quotes", "/from_amount", "required"),
    # Details are required for `other`.
    ("POST /api/client/v1/user/source-of-funds", "/details", "required"),
    # The date of birth is required before the address, in the same request or an earlier one.
    ("PUT /api/client/v1/user", "/date_of_birth", "required"),
}
# The upgrade needs protocol headers, which the document does not describe.
WEBSOCKET = "GET /api/client/v1/ws"

others = collections.Counter()


def fields(case):
    """The fields that the document names for the body."""
    content = case.operation.definition.raw.get("requestBody", {}).get("content", {})
    said = content.get("application/json", {}).get("schema", {})
    if "$ref" in said:
        said = case.operation.schema.raw_schema["components"]["schemas"][said["$ref"].rsplit("/", 1)[-1]]
    return said.get("properties", {})


def is_missing(case, pointer):
    """Whether the field is one that the document knows and that the request leaves out."""
    name = pointer.removeprefix("/")
    return isinstance(case.body, dict) and name in fields(case) and name not in case.body


@schemathesis.check
def documented(ctx, response, case):
    """A request that fits the document is not refused by a rule that belongs into the document."""
    meta = case.meta
    if meta is None or meta.generation.mode != GenerationMode.POSITIVE or response.status_code != 400:
        return
    label = case.operation.label
    problem = response.json()
    assert problem["code"] != "BAD_REQUEST" or label == WEBSOCKET, f"unreadable: {problem['detail']}"
    for error in problem.get("errors", []):
        rule = (label, error["pointer"], error["code"])
        belongs = error["code"] in SAID_BY_SCHEMAS or (error["code"] == "required" and is_missing(case, error["pointer"]))
        assert not belongs or rule in NOT_SAID, f"refused although the document allows it: {error}"
        others[rule] += 1


@schemathesis.check
def answered_in_the_problem_format(ctx, response, case):
    """An error of the API says what it is, and names a field where the request is at fault."""
    if response.status_code < 400:
        return
    problem = response.json()
    assert problem["status"] == response.status_code, problem
    if problem["code"] == "VALIDATION_ERROR":
        assert problem["errors"] and all(error["code"] for error in problem["errors"]), problem


@schemathesis.check
def success_is_documented(ctx, response, case):
    """A success has a status that the document names. The response `default` documents the refusals alone."""
    known = case.operation.definition.raw["responses"]
    assert response.status_code >= 400 or str(response.status_code) in known, f"undocumented: {response.status_code}"


# Payouts of partners, which a signature of the request has to allow (RFC 9421).
SIGNED = {"POST /api/partner/v1/withdrawals", "POST /api/partner/v1/payments/{id}/refunds"}


@schemathesis.check
def unsigned_payouts_are_refused(ctx, response, case):
    """Nobody pays out with the secret of a key alone."""
    if case.operation.label in SIGNED:
        assert response.status_code >= 400, "a payout without a signature was accepted"


@atexit.register
def tell_the_others():
    """The rules of values, which no schema says: for who wants to look at them."""
    place = os.environ.get("AGIO_FUZZ_VALUES")
    if place and others:
        with open(place, "a", encoding="utf-8") as out:
            out.writelines(f"{count:6} {' '.join(rule)}\n" for rule, count in others.most_common())
