/*
 * Parses payment links of wallets: BIP 21, EIP-681, Solana Pay, ton://transfer/ and tron:. The server parses them too
 * and decides. Both share the contracts in tokens.json and the test cases in links.json.
 */
import tokens from './tokens.json'

/** The expected payment, and the currency's scale here. */
export type Wanted = { network: string; currency: string; scale: number }
/** The address as written, the amount, and the memo. */
export type Link = { address: string; amount?: string; memo?: string }
export type LinkCode = 'incorrect_link' | 'link_for_other_network' | 'link_for_other_currency' | 'link_not_supported'

type Token = { currency: string; contract: string; decimals: number }
type Params = Map<string, string>

const LINK_MAX = 2048
const SHIFT_MAX = 77
const CHAINS: Record<string, string> = { ethereum: '1', bsc: '56', base: '8453', arbitrum: '42161' }
const NETWORKS: Record<string, string> = {
  bitcoin: 'bitcoin',
  litecoin: 'litecoin',
  solana: 'solana',
  ton: 'ton',
  tron: 'tron',
}

/** Aborts parsing with an error code. */
class Refused extends Error {
  readonly code: LinkCode
  constructor(code: LinkCode) {
    super(code)
    this.code = code
  }
}

const refuse = (code: LinkCode): never => {
  throw new Refused(code)
}

/** Parses a link to pay `wanted`, or returns its error code. Returns `undefined` for a text that is not a link. */
export function readLink(text: string, wanted: Wanted): Link | { code: LinkCode } | undefined {
  const parts = /^([a-z][a-z0-9+.-]*):([^#]*)/i.exec(text)
  if (!parts) return undefined
  const [, scheme = '', rest = ''] = parts
  try {
    if (text.length > LINK_MAX) return refuse('incorrect_link')
    return read(scheme.toLowerCase(), rest, wanted)
  } catch (error) {
    if (error instanceof Refused) return { code: error.code }
    throw error
  }
}

function read(scheme: string, rest: string, wanted: Wanted): Link {
  const at = rest.indexOf('?')
  const path = at < 0 ? rest : rest.slice(0, at)
  const params = query(at < 0 ? '' : rest.slice(at + 1))
  if (scheme === 'ethereum') return eip681(path, params, wanted)
  const network = NETWORKS[scheme]
  if (network === undefined) return refuse('link_not_supported')
  if (network !== wanted.network) return refuse('link_for_other_network')
  if (scheme === 'solana') return solanaPay(path, params, wanted)
  if (scheme === 'ton') return ton(path, params, wanted)
  return scheme === 'tron' ? tron(path, params, wanted) : bip21(path, params, wanted)
}

/**
 * A `+` stays a plus, because payment links are not form-encoded. A repeated parameter is ambiguous and marked as such.
 */
function query(text: string): Params {
  const params: Params = new Map()
  for (const pair of text.split('&').filter((each) => each !== '')) {
    const at = pair.indexOf('=')
    const name = decoded(at < 0 ? pair : pair.slice(0, at)).toLowerCase()
    params.set(name, params.has(name) ? TWICE : decoded(at < 0 ? '' : pair.slice(at + 1)))
  }
  return params
}

/** The mark of a repeated parameter. No valid value is a single line feed. */
const TWICE = '\n'

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return refuse('incorrect_link')
  }
}

function one(params: Params, name: string): string | undefined {
  const value = params.get(name)
  return value === TWICE ? refuse('incorrect_link') : value
}

const plain = (path: string) => path.replace(/^\/\//, '')

function bip21(path: string, params: Params, wanted: Wanted): Link {
  if ([...params.keys()].some((name) => name.startsWith('req-'))) return refuse('link_not_supported')
  const address = plain(path)
  // QR codes with only capitals are smaller. Such an address is lowercased.
  const small = /^(BC|LTC|TB|TLTC)1[0-9A-Z]+$/.test(address) ? address.toLowerCase() : address
  return { address: small, ...amountOf(one(params, 'amount'), 0, wanted) }
}

function eip681(path: string, params: Params, wanted: Wanted): Link {
  const [target = '', name = ''] = path.split(/\/(.*)/s)
  const [contract = '', chain] = target.replace(/^pay-/, '').split('@')
  const ours = CHAINS[wanted.network]
  if (ours === undefined || (chain !== undefined && chain !== ours)) return refuse('link_for_other_network')
  if (name === '') {
    const asked = one(params, 'value')
    ofCoin(asked, wanted)
    return { address: contract, ...amountOf(asked, 18, wanted) }
  }
  if (name !== 'transfer') return refuse('link_not_supported')
  const { decimals } = ofToken(contract, wanted)
  const address = one(params, 'address') ?? refuse('incorrect_link')
  return { address, ...amountOf(one(params, 'uint256'), decimals, wanted) }
}

function solanaPay(path: string, params: Params, wanted: Wanted): Link {
  if (path.startsWith('http') || one(params, 'memo') !== undefined) return refuse('link_not_supported')
  const asked = one(params, 'amount')
  const mint = one(params, 'spl-token')
  if (mint === undefined) ofCoin(asked, wanted)
  else ofToken(mint, wanted)
  return { address: path, ...amountOf(asked, 0, wanted) }
}

function ton(path: string, params: Params, wanted: Wanted): Link {
  const address = /^\/\/transfer\/(.*?)\/?$/.exec(path)?.[1] ?? refuse('link_not_supported')
  if (one(params, 'bin') !== undefined || one(params, 'init') !== undefined) return refuse('link_not_supported')
  const asked = one(params, 'amount')
  const jetton = one(params, 'jetton')
  if (jetton === undefined) ofCoin(asked, wanted)
  const decimals = jetton === undefined ? 9 : ofToken(jetton, wanted).decimals
  const memo = one(params, 'text')
  return { address, ...amountOf(asked, decimals, wanted), ...(memo ? { memo } : {}) }
}

function tron(path: string, params: Params, wanted: Wanted): Link {
  const asked = one(params, 'amount')
  const contract = one(params, 'token')
  if (contract === undefined) ofCoin(asked, wanted)
  else ofToken(contract, wanted)
  return { address: plain(path), ...amountOf(asked, 0, wanted) }
}

const tokenOf = ({ network, currency }: Wanted): Token | undefined =>
  (tokens as Record<string, Token[]>)[network]?.find((token) => token.currency === currency)

/** An amount without a token is in the network's coin. A link with neither is only an address. */
function ofCoin(asked: string | undefined, wanted: Wanted): void {
  if (asked !== undefined && tokenOf(wanted)) refuse('link_for_other_currency')
}

/** The token of a link's contract. Throws if it is not the expected one. */
function ofToken(contract: string, wanted: Wanted): Token {
  const token = tokenOf(wanted)
  const same = token && account(contract, wanted.network) === account(token.contract, wanted.network)
  return same ? token : refuse('link_for_other_currency')
}

/** A canonical text for an account, independent of its notation. */
function account(address: string, network: string): string {
  if (network in CHAINS) return address.toLowerCase()
  if (network !== 'ton') return address
  if (address.includes(':')) return address.slice(address.indexOf(':') + 1).toLowerCase()
  try {
    const bytes = atob(address.replaceAll('-', '+').replaceAll('_', '/'))
    return [...bytes.slice(2, 34)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  } catch {
    return address
  }
}

/** The amount, from a number of units of 10^-decimals. Empty for zero, and for more decimals than the currency has. */
function amountOf(asked: string | undefined, decimals: number, { scale }: Wanted): { amount?: string } {
  if (asked === undefined) return {}
  const amount = shifted(asked, -decimals) ?? refuse('incorrect_link')
  const fraction = amount.split('.')[1] ?? ''
  return amount === '0' || fraction.length > scale ? {} : { amount }
}

/** A number, with or without decimals and exponent, times 10^by, as a decimal without superfluous zeros. */
export function shifted(text: string, by: number): string | undefined {
  const parts = /^([0-9]*)\.?([0-9]*)(?:e\+?(-?[0-9]{1,9}))?$/i.exec(text)
  if (!parts) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = parts
  const digits = whole + fraction
  const shift = Number(exponent) + by
  if (digits === '' || digits.length > 128 || Math.abs(shift) > SHIFT_MAX) return undefined
  const point = whole.length + shift
  const padded = '0'.repeat(Math.max(0, -point)) + digits + '0'.repeat(Math.max(0, point - digits.length))
  const cut = Math.max(0, point)
  const [left, right] = [padded.slice(0, cut).replace(/^0+/, '') || '0', padded.slice(cut).replace(/0+$/, '')]
  return right === '' ? left : `${left}.${right}`
}
