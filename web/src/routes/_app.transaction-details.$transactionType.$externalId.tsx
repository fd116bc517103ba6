import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { TryAgain } from '../features/exchange/again/TryAgain'
import { stepPage } from '../features/exchange/flow'
import { TransactionDetails } from '../features/transaction/details/TransactionDetails'
import { Loading, Missing } from '../features/transaction/LoadStates'
import { ParentOrder } from '../features/transaction/ParentOrder'
import { useTransaction } from '../features/transaction/useTransaction'
import { lazyLater } from '../i18n/lazyLater'
import { laterWords, seldomWords } from '../i18n/load'
import { useCatalogue } from '../domain/catalogue'
import { CheckReceiptLink, DetailsTitle, OnwardLink, OrderBack } from '../shell/order/detailsLinks'
import { AllActivityLink, orderLink, supportLink } from '../shell/order/orderLinks'
import { Card } from '../ui/Card'
import { Page } from '../ui/Page'
import { Skeleton } from '../ui/Skeleton'

const ReceiptCard = lazyLater(() => import('../features/receipt/ReceiptCard'), seldomWords)

const ShareStatus = lazyLater(() => import('../features/transaction/shared/ShareStatus'))

export const Route = createFileRoute('/_app/transaction-details/$transactionType/$externalId')({
  loader: laterWords,
  component: DetailsPage,
})

function DetailsPage() {
  const { transactionType, externalId: id } = Route.useParams()
  const navigate = useNavigate()
  const order = useTransaction(id)
  const catalogue = useCatalogue()
  return (
    <div className="mx-auto w-full max-w-[620px]">
      <Page back={<OrderBack type={transactionType} id={id} />} title={<DetailsTitle />}>
        {order.data ? (
          <TransactionDetails
            transaction={order.data}
            payways={catalogue.data?.payways ?? []}
            origin={<ParentOrder transaction={order.data} link={orderLink} />}
            support={supportLink(order.data, 'text')}
            receipt={
              <Suspense fallback={<Skeleton className="h-48" />}>
                <ShareStatus id={id} />
                <ReceiptCard id={id} reference={order.data.reference} elsewhere={<CheckReceiptLink />} />
              </Suspense>
            }
            actions={
              order.data.allowed.includes('repeat') && order.data.status !== 'DONE' ? (
                <TryAgain transaction={order.data} onReady={(draft) => void navigate(stepPage('start', draft))} />
              ) : (
                <OnwardLink order={order.data} />
              )
            }
          />
        ) : (
          <Card>
            {order.isError ? (
              <Missing error={order.error} retry={() => void order.refetch()} elsewhere={<AllActivityLink />} />
            ) : (
              <Loading />
            )}
          </Card>
        )}
      </Page>
    </div>
  )
}
