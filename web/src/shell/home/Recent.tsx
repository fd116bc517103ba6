import Recent from '../../features/home/more/Recent'
import { ActivityLink } from '../links'
import { transactionLink } from '../transactionLink'

/** The latest transactions on the home page. */
export default function HomeRecent() {
  return <Recent row={transactionLink} seeAll={<ActivityLink />} />
}
