import { createFileRoute } from '@tanstack/react-router'
import { movementOf } from '../shell/exchangeGuard'
import { MovementStart } from '../shell/MovementStart'

export const Route = createFileRoute('/_app/exchange/')({
  beforeLoad: () => movementOf('exchange'),
  component: MovementStart,
})
