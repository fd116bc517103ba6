import { createFileRoute } from '@tanstack/react-router'
import { beginAt } from '../shell/exchangeGuard'

/**
 * The deeper addresses below /balances, of at most six words. Each redirects to the page that it names. A splat would
 * take /balances itself.
 */
export const Route = createFileRoute('/_app/balances_/$place/$currency/$step/{-$a}/{-$b}/{-$c}')({
  beforeLoad: beginAt,
})
