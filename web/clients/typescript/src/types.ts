import type { paths } from './schema.gen.ts'

export type Method = 'get' | 'post'

/** The paths that have an operation of this method. */
export type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never
}[keyof paths]

type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never

type Json<R> = R extends { content: { 'application/json': infer Body } } ? Body : never

/** The body of a successful response. */
export type Answer<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R }
    ? { [S in keyof R]: S extends 200 | 201 | 202 ? Json<R[S]> : never }[keyof R]
    : never

type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: { content: { 'application/json': infer B } } }
    ? { body: B }
    : Operation<P, M> extends { requestBody?: { content: { 'application/json': infer B } } }
      ? { body?: B }
      : { body?: never }

type Path<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: { path: infer Values extends object } } ? { path: Values } : { path?: never }

type Query<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: { query?: infer Values } } ? { query?: NonNullable<Values> } : { query?: never }

/** What a request needs besides its path. */
export type Init<P extends keyof paths, M extends Method> = Path<P, M> &
  Query<P, M> &
  Body<P, M> & {
    /** Identifies a POST, so that a retry is the same operation. The client makes one if there is none. */
    idempotencyKey?: string
    /** More headers, such as those of a signature. */
    headers?: Record<string, string>
    signal?: AbortSignal
  }

/** The last argument of a call; it can be left out if nothing in it is required. */
export type Rest<I> = object extends I ? [init?: I] : [init: I]

/** An entry of a list with cursors. */
export type EntryOf<P extends keyof paths> =
  Answer<P, 'get'> extends { data: (infer E)[]; has_more: boolean } ? E : never
