import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { isApiError } from './api/problem'
import { host } from './host/adapter'
import { routeTree } from './routeTree.gen'
import { PageError } from './shell/errors'
import { Waiting } from './shell/Waiting'

const MOST_RETRIES = 2
const isPassing = (status: number) => !status || status === 429 || status >= 500
/** A shorter wait needs no indicator; a longer one looks broken. */
export const PENDING_MS = 500

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Offline requests fail at once, so that the page shows an error instead of waiting.
      networkMode: 'always',
      // The network mode "always" disables this by default.
      refetchOnReconnect: true,
      // Refusals are not retried. Missing responses, overload and server errors are, after one and two seconds.
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
  // Every page catches its own error, so that the navigation around it stays.
  defaultErrorComponent: PageError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
