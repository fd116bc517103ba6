import { createFileRoute } from '@tanstack/react-router'
import { laterWords } from '../i18n/load'
import { atStep } from '../shell/exchangeGuard'
import ConfirmPage from '../shell/steps/ConfirmPage'

export const Route = createFileRoute('/_app/exchange/confirm')({
  beforeLoad: atStep('confirm'),
  loader: laterWords,
  component: ConfirmPage,
})
