/** CDK context of a firewall and one origin without the sites. Tests share it, because a synthesis takes seconds. */
export const WITHOUT_SITES = {
  'bots:managementFirewall': 'true',
  'bots:managementCorsOrigins': 'https://app.example.com',
};
