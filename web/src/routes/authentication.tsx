import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { resolved } from '../api/session'
import { safeBack } from '../domain/back'
import { RouteError } from '../shell/errors'

export const Route = createFileRoute('/authentication')({
  validateSearch: (search): { back?: string } => {
    const back = safeBack(search.back)
    return back ? { back } : {}
  },
  beforeLoad: async ({ search }) => {
    const session = await resolved()
    if (session.status === 'in') throw redirect({ href: search.back ?? '/cabinet', replace: true })
  },
  component: Outlet,
  errorComponent: RouteError,
})
