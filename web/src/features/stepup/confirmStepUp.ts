import { client } from '../../api/client'

const PATH = '/api/client/v1/user/two-factor/challenges/{id}/confirm'

/** Confirms a request with a code. Returns the confirmation token. */
export const confirmStepUp = async (id: string, code: string) =>
  (await client.POST(PATH, { params: { path: { id } }, body: { code } })).data.token
