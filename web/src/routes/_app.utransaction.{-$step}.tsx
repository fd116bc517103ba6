import { createFileRoute } from '@tanstack/react-router'
import { beginUnified } from '../shell/exchangeGuard'
import { UnifiedPlace } from '../shell/steps/UnifiedPlace'

/** /utransaction, /utransaction/requisites and /utransaction/confirm. */
export const Route = createFileRoute('/_app/utransaction/{-$step}')({
  beforeLoad: beginUnified,
  component: () => <UnifiedPlace {...Route.useParams()} />,
})
