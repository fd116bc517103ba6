import { createFileRoute } from '@tanstack/react-router'
import { beginAt } from '../shell/exchangeGuard'
import { MovementStart } from '../shell/MovementStart'

export const Route = createFileRoute('/_app/exchange/')({
  beforeLoad: beginAt,
  component: MovementStart,
})
