import createClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import type { HttpMethod, MediaType, PathsWithMethod } from 'openapi-typescript-helpers'
import type { paths } from './schema.gen'
import { send } from './send'

/**
 * The typed client of `/api/client/v1`. A refusal is thrown as `ApiError`, so `data` is always there:
 *
 *   const { data } = await client.GET('/api/client/v1/transactions/{id}', { params: { path: { id } }, signal })
 */
type Answer<Path extends keyof paths, Method extends HttpMethod, Init> = Method extends keyof paths[Path]
  ? paths[Path][Method] extends Record<string | number, unknown>
    ? { data: NonNullable<FetchResponse<paths[Path][Method], Init, MediaType>['data']>; response: Response }
    : never
  : never

type Rest<Init> = object extends Init ? [(Init & Record<string, unknown>)?] : [Init & Record<string, unknown>]

type Call<Method extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Method>,
  Init extends MaybeOptionalInit<paths[Path], Extract<Method, keyof paths[Path]>>,
>(
  path: Path,
  ...init: Rest<Init>
) => Promise<Answer<Path, Method, Init>>

type Client = { GET: Call<'get'>; POST: Call<'post'>; PUT: Call<'put'> }

const raw: unknown = createClient<paths>({
  baseUrl: '',
  fetch: (request) => send(request),
  // Repeated parameters: status=NEW&status=WAIT.
  querySerializer: { array: { style: 'form', explode: true } },
})

// `send` throws whatever is not a success, which the package's own types cannot know.
export const client = raw as Client
