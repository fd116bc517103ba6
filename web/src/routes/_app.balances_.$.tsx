import { createFileRoute } from '@tanstack/react-router'
import { beginAt } from '../shell/exchangeGuard'

/** The deeper addresses below /balances. Each redirects to the page that it names. */
export const Route = createFileRoute('/_app/balances_/$')({ beforeLoad: beginAt })
