/** Path at which both APIs say whether they work. In a file of its own, which functions at CloudFront's edge can load. */
export const HEALTH_PATH = '/healthz';
