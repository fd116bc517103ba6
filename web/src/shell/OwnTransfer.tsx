import { Link, useNavigate } from '@tanstack/react-router'
import { readRequest } from '../features/transfer/request'
import { TransferPage } from '../features/transfer/TransferPage'
import { buttonClass } from '../ui/Button'
import { Held } from './Held'

/** A transfer to another customer, which a link can prefill. */
export default function OwnTransfer() {
  const navigate = useNavigate()
  return (
    <>
      <Held />
      <TransferPage
        // Raw parameters: the router would parse the amount as a number and lose digits.
        asked={readRequest(Object.fromEntries(new URLSearchParams(location.search)))}
        request={(words) => (
          <Link
            to="/balances/$place/{-$currency}"
            params={{ place: 'request' }}
            className={buttonClass('text', '-ml-2')}
          >
            {words}
          </Link>
        )}
        deposit={(words) => (
          <Link to="/balances/$place/{-$currency}" params={{ place: 'deposit' }} className={buttonClass()}>
            {words}
          </Link>
        )}
        verify={(words) => (
          <Link to="/profile/$page" params={{ page: 'limits' }} className={buttonClass()}>
            {words}
          </Link>
        )}
        onSent={({ type, id }) =>
          navigate({
            to: '/transaction/$transactionType/$externalId',
            params: { transactionType: type.toLowerCase(), externalId: id },
            replace: true,
          })
        }
      />
    </>
  )
}
