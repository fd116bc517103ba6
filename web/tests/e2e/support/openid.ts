import { createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Provider, { type Configuration } from 'oidc-provider'

/**
 * Two real OpenID Connect providers, one configured like Google, one like Apple. The address typed on their sign-in
 * page becomes the account. An address that begins with `unverified` has an unverified email.
 */
export type OpenIdProviders = { environment: Record<string, string>; stop: () => Promise<void> }

const TEAM = 'TEAM123456'
const KEY_ID = 'KEY1234567'
const APPLE_CLIENT = 'test.agio.web'
/** The static secret that the provider library compares after the signed secret has been verified. */
const JUDGED = 'judged'

export async function startOpenId(googlePort: number, applePort: number, origins: string[]): Promise<OpenIdProviders> {
  const folder = await mkdtemp(join(tmpdir(), 'agio-openid-'))
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const file = join(folder, 'apple.p8')
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const google = await listen(googlePort, googleProvider(googlePort, origins).callback())
  const apple = await listen(applePort, appleHandler(applePort, origins, createPublicKey(privateKey)))
  const variable = 'AGIO_SIGN_IN_AGIO_'
  return {
    environment: {
      [`${variable}GOOGLE_CLIENT_ID`]: 'google-test',
      [`${variable}GOOGLE_CLIENT_SECRET`]: 'a word of this test',
      [`${variable}GOOGLE_ISSUER`]: issuer(googlePort),
      [`${variable}APPLE_CLIENT_ID`]: APPLE_CLIENT,
      [`${variable}APPLE_TEAM_ID`]: TEAM,
      [`${variable}APPLE_KEY_ID`]: KEY_ID,
      [`${variable}APPLE_KEY_FILE`]: file,
      [`${variable}APPLE_ISSUER`]: issuer(applePort),
    },
    stop: async () => {
      for (const server of [google, apple]) {
        server.closeAllConnections()
        await new Promise((done) => server.close(done))
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const issuer = (port: number) => `http://localhost:${port}`

function listen(port: number, handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(handler)
  return new Promise((done) => server.listen(port, '127.0.0.1', () => done(server)))
}

const common: Configuration = {
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: true } },
  pkce: { required: () => true },
  cookies: { keys: ['a key of this test'] },
}

function googleProvider(port: number, origins: string[]): Provider {
  return new Provider(issuer(port), {
    ...common,
    clients: [
      {
        client_id: 'google-test',
        client_secret: 'a word of this test',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: origins.map((origin) => `${origin}/oauth/google`),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({
        sub: email,
        email,
        email_verified: !email.startsWith('unverified'),
        given_name: 'Grace',
        family_name: 'Hopper',
      }),
    }),
  })
}

/**
 * Apple's peculiarities: a cross-site form post, the name only once, `email_verified` as a string, and a signed token
 * as client secret.
 */
function appleHandler(port: number, origins: string[], key: KeyObject) {
  const provider = new Provider(issuer(port), {
    ...common,
    scopes: ['openid', 'email', 'name'],
    clients: [
      {
        client_id: APPLE_CLIENT,
        client_secret: JUDGED,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: origins.map((origin) => `${origin}/oauth/apple`),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], name: [] },
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: email.startsWith('unverified') ? 'false' : 'true' }),
    }),
  })
  const told = new Set<string>()
  provider.use(async (context, next) => {
    await next()
    const account = context.oidc?.session?.accountId
    if (typeof context.body !== 'string' || !context.body.includes('name="code"') || !account || told.has(account))
      return
    told.add(account)
    const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: account })
    const field = `<input type="hidden" name="user" value='${user}'/>`
    context.body = context.body.replace('</form>', `${field}</form>`)
  })
  const handle = provider.callback()
  return (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== '/token') return void handle(request, response)
    void formOf(request).then((form) => {
      const secret = form.client_secret ?? ''
      form.client_secret = isOurs(secret, key, port) ? JUDGED : 'refused'
      Object.assign(request, { body: form })
      handle(request, response)
    })
  }
}

async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return Object.fromEntries(new URLSearchParams(text))
}

/** Apple's rules for a client secret: ES256 with the team's key, for this client and issuer, not expired. */
function isOurs(token: string, key: KeyObject, port: number): boolean {
  const [header = '', content = '', signature = ''] = token.split('.')
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString() || '{}') as Record<string, unknown>
  const { alg, kid } = read(header)
  const { iss, sub, aud, exp, iat } = read(content)
  const signed = verify(
    'sha256',
    Buffer.from(`${header}.${content}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const now = Date.now() / 1000
  const lives = Number(exp) > now && Number(iat) <= now + 60 && Number(exp) - Number(iat) <= 15_777_000
  return (
    signed && alg === 'ES256' && kid === KEY_ID && iss === TEAM && sub === APPLE_CLIENT && aud === issuer(port) && lives
  )
}
