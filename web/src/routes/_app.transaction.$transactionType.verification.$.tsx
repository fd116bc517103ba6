import { createFileRoute } from '@tanstack/react-router'
import { verifyPlace } from '../domain/verification'
import { VerifyFlow } from '../shell/VerifyFlow'
import { verifyGuard } from '../shell/guards'

export const Route = createFileRoute('/_app/transaction/$transactionType/verification/$')({
  beforeLoad: async ({ params }) => (await verifyGuard()).requireDemand(params.transactionType, params._splat ?? ''),
  component: VerifyPage,
})

function VerifyPage() {
  const { _splat: rest } = Route.useParams()
  return <VerifyFlow key={rest} place={verifyPlace(rest ?? '')} />
}
