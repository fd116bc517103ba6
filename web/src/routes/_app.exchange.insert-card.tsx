import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { exchangeDraft } from '../features/exchange/draft'
import { STEP_PATH, stepPage } from '../features/exchange/flow'
import { InsertCardStep } from '../features/exchange/card/InsertCardStep'
import { config } from '../host/config'
import { laterWords } from '../i18n/load'
import { atStep } from '../shell/exchangeGuard'

export const Route = createFileRoute('/_app/exchange/insert-card')({
  beforeLoad: atStep('insert-card'),
  loader: laterWords,
  component: InsertCardPage,
})

function InsertCardPage() {
  const navigate = useNavigate()
  return (
    <InsertCardStep
      sandbox={config.sandbox}
      onBack={() => void navigate(stepPage('start', exchangeDraft.get()))}
      onDone={() => void navigate({ to: STEP_PATH.confirm })}
    />
  )
}
