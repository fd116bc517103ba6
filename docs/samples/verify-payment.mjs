// Verifies the `token` with which a payer returns to the shop. No call is made: keep `jwks.json` of the platform.
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The claims of a statement about `order`. `used` holds the ids of earlier ones; keep it for ten minutes. */
export function verifyPayment(token, { jwks, merchant, order, used, now = Date.now() / 1000 }) {
  const [head, body, signature] = token.split('.')
  const read = part => JSON.parse(Buffer.from(part, 'base64url').toString())
  const { alg, typ, kid } = read(head)
  const jwk = jwks.keys.find(key => key.kid === kid)
  if (alg !== 'EdDSA' || typ !== 'agio-payment+jwt' || !jwk) throw new Error('not a statement of the platform')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  if (!verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) throw new Error('forged')
  const claims = read(body)
  if (claims.aud !== merchant) throw new Error('for another merchant')
  if (claims.order_id !== order) throw new Error('for another order')
  if (claims.exp <= now || claims.iat > now + 60) throw new Error('too old')
  if (used.has(claims.jti)) throw new Error('used before')
  used.add(claims.jti)
  return claims
}

const [jwksFile, merchant, order, ...tokens] = process.argv.slice(2)
const asked = { jwks: JSON.parse(readFileSync(jwksFile, 'utf8')), merchant, order, used: new Set() }
for (const token of tokens) console.log(verifyPayment(token, asked).status)
