import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { STEP_PATH } from '../features/exchange/flow'
import { InsertCardStep } from '../features/exchange/card/InsertCardStep'
import { config } from '../host/config'
import { atStep } from '../shell/exchangeGuard'

export const Route = createFileRoute('/_app/exchange/insert-card')({
  beforeLoad: atStep('insert-card'),
  component: InsertCardPage,
})

function InsertCardPage() {
  const navigate = useNavigate()
  return (
    <InsertCardStep
      sandbox={config.sandbox}
      onBack={() => void navigate({ to: STEP_PATH.start })}
      onDone={() => void navigate({ to: STEP_PATH.confirm })}
    />
  )
}
