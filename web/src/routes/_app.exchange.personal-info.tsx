import { createFileRoute } from '@tanstack/react-router'
import { onDemand } from '../shell/exchangeGuard'
import { VerifyFlow } from '../shell/VerifyFlow'

/** Reachable only while the price that is being confirmed demands something; otherwise back to the exchange's start. */
export const Route = createFileRoute('/_app/exchange/personal-info')({
  beforeLoad: onDemand,
  component: () => <VerifyFlow />,
})
