import { createFileRoute } from '@tanstack/react-router'
import { laterWords } from '../i18n/load'
import { atStep } from '../shell/exchangeGuard'
import RequisitesPage from '../shell/steps/RequisitesPage'

export const Route = createFileRoute('/_app/exchange/requisites')({
  beforeLoad: atStep('requisites'),
  loader: laterWords,
  component: RequisitesPage,
})
