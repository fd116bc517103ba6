import { createFileRoute } from '@tanstack/react-router'
import { movementOf } from '../shell/exchangeGuard'
import { MovementStart } from '../shell/MovementStart'

/** /balances/deposit, /balances/withdraw, /balances/convert. */
export const Route = createFileRoute('/_app/balances_/$action')({
  beforeLoad: ({ params }) => movementOf(params.action),
  component: MovementStart,
})
