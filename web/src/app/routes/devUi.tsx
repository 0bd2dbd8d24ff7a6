import { DevPage } from '../../ui/dev/DevPage.tsx'

export default DevPage
