"""Verifies the `token` with which a payer returns to the shop. No call is made: keep `jwks.json` of the platform."""
import base64, json, sys, time
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def decoded(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))

def verify_payment(token, jwks, merchant, order, used, now=None):
    """The claims of a statement about `order`. `used` holds the ids of earlier ones; keep it for ten minutes."""
    head, body, signature = token.split(".")
    header, now = json.loads(decoded(head)), now or time.time()
    jwk = next((key for key in jwks["keys"] if key["kid"] == header["kid"]), None)
    if header["alg"] != "EdDSA" or header["typ"] != "agio-payment+jwt" or not jwk:
        raise ValueError("not a statement of the platform")
    key = Ed25519PublicKey.from_public_bytes(decoded(jwk["x"]))
    key.verify(decoded(signature), f"{head}.{body}".encode())  # raises for a forged one
    claims = json.loads(decoded(body))
    if claims["aud"] != merchant or claims["order_id"] != order:
        raise ValueError("for another merchant or order")
    if claims["exp"] <= now or claims["iat"] > now + 60 or claims["jti"] in used:
        raise ValueError("too old, or used before")
    used.add(claims["jti"])
    return claims

if __name__ == "__main__":
    jwks_file, merchant, order, *tokens = sys.argv[1:]
    jwks, used = json.load(open(jwks_file)), set()
    for token in tokens:
        print(verify_payment(token, jwks, merchant, order, used)["status"])
