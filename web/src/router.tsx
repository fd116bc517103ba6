import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { isApiError } from './api/problem'
import { host } from './host/adapter'
import { routeTree } from './routeTree.gen'
import { PageError } from './shell/errors'
import { Waiting } from './shell/Waiting'

const MOST_RETRIES = 2
const isPassing = (status: number) => !status || status === 429 || status >= 500
/** Half a second of nothing is not noticed; more looks broken. */
export const PENDING_MS = 500

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Asked for offline, a page says that it cannot be had, instead of waiting without a word.
      networkMode: 'always',
      // Where the network mode is "always" this is off by itself.
      refetchOnReconnect: true,
      // A refusal is an answer; silence, a crowd and a broken server are worth asking again, after one second and two more.
      retry: (failed, error) =>
        navigator.onLine && failed < MOST_RETRIES && (!isApiError(error) || isPassing(error.status)),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export const router = createRouter({
  routeTree,
  basepath: host.basepath,
  context: { queries },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultPendingComponent: Waiting,
  defaultPendingMs: PENDING_MS,
  defaultPendingMinMs: 300,
  // Every page catches its own failure, so that the navigation around it stays.
  defaultErrorComponent: PageError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
