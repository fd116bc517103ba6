import { clean } from './support/axe'
import { begin, choose, everything, shows } from './support/documents'
import { look } from './support/look'
import { expect, test } from './support/test'

test('somebody shows a document: one picture fails and is sent again, and they are verified', async ({
  person: page,
}) => {
  await begin(page, 'Lovelace')
  await page.getByLabel('Document', { exact: true }).selectOption({ label: 'Identity card' })
  await expect(page.getByText('Add every picture first')).toBeVisible()
  await clean(page, 'documents, nothing sent yet')
  await look(page, 'documents-empty')
  const notPicture = { name: 'front.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') }
  await page.getByLabel('Choose a file: Front side').setInputFiles(notPicture)
  await expect(shows(page, 'Front side').getByText('This is not an image.')).toBeVisible()
  await choose(page, 'Front side')
  await expect(shows(page, 'Front side').getByText('Received')).toBeVisible()
  await page.context().setOffline(true)
  await choose(page, 'Back side')
  const failed = shows(page, 'Back side').getByRole('alert')
  await expect(failed).toHaveText('Cannot reach the service. Check your connection and try again.')
  await clean(page, 'documents, one failed')
  await look(page, 'documents-failed')
  await page.context().setOffline(false)
  await shows(page, 'Back side').getByRole('button', { name: 'Send it again' }).click()
  await expect(shows(page, 'Back side').getByText('Received')).toBeVisible()
  await expect(shows(page, 'Front side').getByText('Received'), 'the other one is not lost').toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Document', { exact: true }), 'it goes on where it was left').toHaveValue('id_card')
  await expect(page.getByText('We have it. For your safety it is not shown again.')).toHaveCount(2)
  await choose(page, 'Your face')
  await expect(shows(page, 'Your face').getByText('Received')).toBeVisible()
  await clean(page, 'documents, all there')
  await look(page, 'documents-ready')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Your identity is verified')).toBeVisible()
  await clean(page, 'documents, verified')
  await look(page, 'documents-verified')
  await page.getByRole('link', { name: 'Back to personal details' }).click()
  await expect(page.getByLabel('Last name'), 'what a document proved stays').toHaveAttribute('readonly')
  const identity = page.getByRole('listitem').filter({ hasText: /^Identity/ })
  await expect(identity.getByText('Verified', { exact: true })).toBeVisible()
})

test('what was not good enough is sent once more, and the page says why', async ({ person: page }) => {
  await begin(page, 'Retry')
  await everything(page, ['Front side', 'Your face'])
  await expect(page.getByText('Not everything on the document can be read.')).toBeVisible()
  await clean(page, 'documents, once more')
  await look(page, 'documents-again')
  await everything(page, ['Front side', 'Your face'])
  await expect(page.getByText('Your identity is verified')).toBeVisible()
})
