import { createFileRoute } from '@tanstack/react-router'
import { verifyPlace } from '../domain/verification'
import { VerifyFlow } from '../shell/VerifyFlow'
import { verifyGuard } from '../shell/guards'

export const Route = createFileRoute('/_app/transaction/$transactionType/declarative-personal-data')({
  beforeLoad: async ({ params }) =>
    (await verifyGuard()).requireDemand(params.transactionType, 'declarative-personal-data'),
  component: () => <VerifyFlow place={verifyPlace('declarative-personal-data')} />,
})
