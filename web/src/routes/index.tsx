import { createFileRoute, redirect } from '@tanstack/react-router'
import { resolved } from '../api/session'
import { draftsOfStranger } from '../domain/draft'
import { RouteError } from '../shell/errors'
import { StartPage } from '../shell/landing/StartPage'
import { isStranger } from '../shell/stranger'

/** The landing page. Customers go home. */
export const Route = createFileRoute('/')({
  beforeLoad: async () => {
    if (!isStranger(await resolved())) throw redirect({ to: '/cabinet', replace: true })
    draftsOfStranger()
  },
  component: StartPage,
  errorComponent: RouteError,
})
