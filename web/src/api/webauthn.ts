import type { components } from './schema.gen'

/** Converts between WebAuthn's JSON form, which the server uses, and the browser's credential objects. */
export type Options = components['schemas']['PasskeyOptions']

/** The customer cancelled the browser's prompt, or it timed out. */
export class PasskeyClosed extends Error {}

/** This device has a passkey for this account already. */
export class PasskeyKnown extends Error {}

// Not all supported browsers have the built-in JSON conversion of credentials.
const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const text = (buffer: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

type Described = { id: string; type: 'public-key'; transports?: AuthenticatorTransport[] }
type CreationJson = Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> & {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials?: Described[]
}
type RequestJson = { challenge: string; rpId: string; timeout?: number }

const decoded = (list: Described[] = []) => list.map((one) => ({ ...one, id: bytes(one.id) }))

async function asked(task: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await task
    if (!credential) throw new PasskeyClosed()
    return credential as PublicKeyCredential
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    throw error.name === 'InvalidStateError' ? new PasskeyKnown() : new PasskeyClosed()
  }
}

const common = (credential: PublicKeyCredential) => ({
  id: credential.id,
  rawId: text(credential.rawId),
  type: credential.type,
  clientExtensionResults: {},
  ...(credential.authenticatorAttachment ? { authenticatorAttachment: credential.authenticatorAttachment } : {}),
})

/** Creates a passkey from the server's options. */
export async function made({ request_id, options }: Options) {
  const json = options as unknown as CreationJson
  const publicKey = {
    ...json,
    challenge: bytes(json.challenge),
    user: { ...json.user, id: bytes(json.user.id) },
    excludeCredentials: decoded(json.excludeCredentials),
  }
  const credential = await asked(navigator.credentials.create({ publicKey }))
  const response = credential.response as AuthenticatorAttestationResponse
  const answer = {
    clientDataJSON: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  }
  return { request_id, credential: { ...common(credential), response: answer } }
}

/** Signs the server's challenge with a passkey. */
export async function signed({ request_id, options }: Options) {
  const { challenge, rpId, timeout } = options as unknown as RequestJson
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: bytes(challenge),
    rpId,
    userVerification: 'required',
    ...(timeout ? { timeout } : {}),
  }
  const credential = await asked(navigator.credentials.get({ publicKey }))
  const response = credential.response as AuthenticatorAssertionResponse
  const answer = {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    ...(response.userHandle ? { userHandle: text(response.userHandle) } : {}),
  }
  return { request_id, credential: { ...common(credential), response: answer } }
}
