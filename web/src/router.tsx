import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { isWorthRetrying } from './api/retry'
import { host } from './host/adapter'
import { routeTree } from './routeTree.gen'
import { PageError } from './shell/errors'
import { Waiting } from './shell/Waiting'

const MOST_RETRIES = 2
/** Half a second of nothing is not noticed; more looks broken. */
export const PENDING_MS = 500

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Asked for offline, a page says that it cannot be had, instead of waiting without a word.
      networkMode: 'always',
      retry: (failed, error) => navigator.onLine && failed < MOST_RETRIES && isWorthRetrying(error),
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
