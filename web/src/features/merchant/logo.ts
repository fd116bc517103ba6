import { client } from '../../api/client'
import { send } from '../../api/send'

const LOGO = '/api/client/v1/merchant/logo'

/** The largest file, in bytes. */
export const LOGO_BYTES_MAX = 200_000
export const LOGO_TYPES = 'image/png,image/jpeg,image/webp'

/** Sets the logo of the profile. */
export async function setLogo(file: Blob): Promise<void> {
  const headers = { 'Content-Type': 'application/octet-stream' }
  await send(new Request(new URL(LOGO, location.origin), { method: 'PUT', headers, body: file }))
}

export async function removeLogo(): Promise<void> {
  await client.DELETE(LOGO)
}
