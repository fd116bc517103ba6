import { createFileRoute } from '@tanstack/react-router'
import { onDemand } from '../shell/exchangeGuard'
import { VerifyFlow } from '../shell/VerifyFlow'

/** Reachable only while the current quote requires verification; otherwise redirects to the start of the exchange. */
export const Route = createFileRoute('/_app/exchange/personal-info')({
  beforeLoad: onDemand,
  component: () => <VerifyFlow />,
})
