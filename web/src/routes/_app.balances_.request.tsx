import { createFileRoute } from '@tanstack/react-router'
import { RequestPage } from '../features/transfer/RequestPage'
import { laterWords } from '../i18n/load'

/** A request for money, as a link and a QR code. */
export const Route = createFileRoute('/_app/balances_/request')({
  loader: laterWords,
  component: RequestPage,
})
