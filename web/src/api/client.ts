import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch'
import type { HttpMethod, MediaType, PathsWithMethod } from 'openapi-typescript-helpers'
import { type CallInit, requestOf } from './request'
import type { paths } from './schema.gen'
import { send } from './send'

/**
 * The typed client of `/api/client/v1`. A refusal is thrown as `ApiError`, so `data` is always there:
 *
 *   const { data } = await client.GET('/api/client/v1/transactions/{id}', { params: { path: { id } }, signal })
 */
type Answer<Path extends keyof paths, Method extends HttpMethod, Init> = Method extends keyof paths[Path]
  ? paths[Path][Method] extends Record<string | number, unknown>
    ? { data: NonNullable<FetchResponse<paths[Path][Method], Init, MediaType>['data']> }
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

type Client = { GET: Call<'get'>; POST: Call<'post'>; PUT: Call<'put'>; PATCH: Call<'patch'>; DELETE: Call<'delete'> }

const call =
  (method: string) =>
  async (path: string, init: CallInit = {}): Promise<{ data: unknown }> => {
    const response = await send(requestOf(method, path, init))
    return { data: response.status === 204 ? undefined : await response.json() }
  }

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const raw: unknown = Object.fromEntries(METHODS.map((method) => [method, call(method)]))

// The type comes from the API schema through a package that is a development dependency only.
export const client = raw as Client
