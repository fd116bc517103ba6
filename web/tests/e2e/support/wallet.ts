import { generateKeyPairSync, sign } from 'node:crypto'

const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function base58(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = `${LETTERS[Number(number % 58n)]}${text}`
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(Math.max(0, zeros)) + text
}

/** An external Solana wallet: its address is its public key, and it signs messages. */
export function solanaWallet(): { address: string; sign: (message: string) => string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  return {
    address: base58(Buffer.from(x ?? '', 'base64url')),
    sign: (message) => base58(sign(null, Buffer.from(message), privateKey)),
  }
}
